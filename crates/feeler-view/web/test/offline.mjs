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
