// A server that is gone, and questions that are refused.
import { open, verdict } from "./browser.mjs";

export async function lost(address) {
  const { browser, page } = await open(address);
  const notice = () => page.$eval("#notice", at => (at.hidden ? "" : at.textContent));
  const before = await notice();
  await verdict(page);

  // What cannot be answered is said, and put aside with the next motion or by hand.
  await page.fill("[name='at x']", "far");
  await page.press("[name='at x']", "Enter");
  const typed = await notice();
  await page.focus("#view");
  await page.keyboard.press("x");
  const moved = await notice();
  await page.click("summary:text-is('First contact')");
  for (const axis of ["x", "y", "z"]) await page.fill(`[name='direction ${axis}']`, "0");
  await page.click("text=Go");
  await page.waitForSelector("#notice:not([hidden])");
  const refused = await notice();
  await page.click("#notice button");
  const closed = await notice();

  // The server ends at this question, and a page that waits says so.
  process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
  await page.waitForFunction(() => document.querySelector("#notice").textContent.includes("does not answer"), null, { timeout: 20_000 });
  const gone = await notice();
  await page.focus("#view");
  await page.keyboard.press("x");
  await page.waitForTimeout(300);
  const still = await notice();
  await browser.close();
  return { before, typed, moved, refused, closed, gone, still };
}
