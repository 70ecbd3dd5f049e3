// A connection that breaks, and is made again: the page goes on.
import { open, verdict } from "./browser.mjs";

export async function back(address) {
  const { browser, page } = await open(address);
  const before = await verdict(page);
  // A question that is too long ends the connection.
  await page.click("summary:text-is('Microscope')");
  await page.evaluate(() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
      WebSocket.prototype.send = send;
      send.call(this, text + " ".repeat(1 << 20));
    };
  });
  await page.focus("#view");
  await page.keyboard.press("x");
  await page.waitForSelector("#notice:not([hidden])");
  const broken = await page.textContent("#notice");
  await page.waitForSelector("#notice", { state: "hidden", timeout: 20_000 });
  const after = await verdict(page);
  await browser.close();
  return { before, broken, after };
}
