// Two meshes: they are drawn, and dragging the gizmo changes the verdict.
import { open, verdict } from "./browser.mjs";
import { highest, isA, isArrow, isB, pixels, share } from "./pixels.mjs";

export async function pair(address) {
  const { browser, page, complaints } = await open(address);
  const before = await pixels(page);
  const seen = { a: share(before, isA), b: share(before, isB) };
  const dragged = [await verdict(page)];

  // The arrow along z is dragged down, until B is below A.
  const arrow = highest(before, isArrow);
  const [x, y] = [arrow.x, arrow.y + 5];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 14; i++) {
    await page.mouse.move(x, y + 22 * i);
    dragged.push(await verdict(page));
  }
  await page.mouse.up();
  const after = await pixels(page);

  // The same by keys.
  await page.focus("#view");
  for (const key of ["Z", "Z", "x", "u"]) {
    await page.keyboard.press(key);
    dragged.push(await verdict(page));
  }
  const names = await page.$$eval(".choose option", options => options.map(option => option.textContent));
  const title = await page.textContent("h1");
  const scripts = await page.$$eval("script", scripts => scripts.length);
  await browser.close();
  return { seen, dragged, moved: share(after, isB) !== seen.b, names, title, scripts, complaints };
}
