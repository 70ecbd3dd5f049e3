// A page that is a file: the same picture without a server.
import { open, verdict } from "./browser.mjs";
import { isA, isArrow, isB, pixels, share } from "./pixels.mjs";

export async function offline(address) {
  const { browser, page, complaints } = await open(address);
  const picture = await pixels(page);
  const seen = { a: share(picture, isA), b: share(picture, isB), arrow: share(picture, isArrow) };
  const answer = await verdict(page);
  // There is no answer about B and A in this order, and none is shown.
  await page.selectOption(".choose .a select", "1");
  await page.waitForTimeout(300);
  const swapped = await page.textContent("#verdict");
  const notice = await page.textContent("#notice");
  const title = await page.textContent("h1");
  const scripts = await page.$$eval("script", scripts => scripts.length);
  await browser.close();
  return { seen, answer, swapped, notice, title, scripts, complaints };
}

// The clashes of an assembly in a file: each row flies to its place, and has its answer.
export async function report(address) {
  const { browser, page, complaints } = await open(address);
  await page.waitForSelector("#clashes[data-clashes]");
  const clashes = Number(await page.getAttribute("#clashes", "data-clashes"));
  const rows = [];
  const count = await page.locator("#clashes + .parts .name").count();
  for (let i = 0; i < count; i++) {
    const before = await page.evaluate(() => location.hash);
    await page.click(`#clashes + .parts .part:nth-child(${i + 1}) .name`);
    const { touching, pose, distance } = await verdict(page);
    await page.waitForTimeout(900); // a flight, and the address after it
    const after = await page.evaluate(() => location.hash);
    const read = id => page.textContent(id);
    rows.push({
      kind: await page.textContent(`#clashes + .parts .part:nth-child(${i + 1}) b`),
      chosen: await page.$$eval(".choose select", selects => selects.map(select => Number(select.value))),
      touching, pose, distance, flown: before !== after, relation: await page.getAttribute("#relation", "data-relation"),
      depth: await read("#depth"), picture: share(await pixels(page), (r, g, b) => isA(r, g, b) || isB(r, g, b)),
      notice: await page.$eval("#notice", at => (at.hidden ? "" : at.textContent)),
    });
  }
  const scripts = await page.$$eval("script", scripts => scripts.length);
  const asks = await page.$$eval("#clearance", all => all.length);
  await browser.close();
  return { clashes, rows, scripts, asks, complaints };
}
