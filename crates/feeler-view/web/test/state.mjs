// Typed numbers, undo, and the state in the address.
import { open, verdict } from "./browser.mjs";

export async function state(address) {
  const { browser, page, complaints } = await open(address);
  const start = await verdict(page);
  await page.fill("[name='at z']", "0.25");
  await page.press("[name='at z']", "Enter");
  await page.fill("[name='turn x']", "30");
  await page.press("[name='turn x']", "Tab");
  const typed = await verdict(page);
  await page.focus("#view");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  const undone = await verdict(page);
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+Shift+z");
  const redone = await verdict(page);
  await page.selectOption("#volume", "sphere");
  await page.selectOption("#side", "a");
  await page.waitForTimeout(600);
  const shared = page.url();
  await browser.close();

  const other = await open(shared);
  const opened = await verdict(other.page);
  const volume = await other.page.inputValue("#volume");
  await other.page.waitForSelector("#volumes[data-drawn]");
  await other.browser.close();
  // On a phone, in the dark, nothing is wider than the window.
  const phone = await open(shared, { width: 360, height: 640, dark: true });
  const sideways = await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const ground = await phone.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await phone.browser.close();
  return { start, typed, undone, redone, opened, volume, sideways, ground, complaints: [...complaints, ...other.complaints, ...phone.complaints] };
}
