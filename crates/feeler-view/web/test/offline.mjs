// A page that is a file: the same picture without a server.
import { open, verdict } from "./browser.mjs";
import { isA, isArrow, isB, pixels, share } from "./pixels.mjs";

export async function offline(address) {
  const { browser, page, complaints } = await open(address);
  const picture = await pixels(page);
  const seen = { a: share(picture, isA), b: share(picture, isB), arrow: share(picture, isArrow) };
  const answer = await verdict(page);
  const title = await page.textContent("h1");
  const scripts = await page.$$eval("script", scripts => scripts.length);
  await browser.close();
  return { seen, answer, title, scripts, complaints };
}
