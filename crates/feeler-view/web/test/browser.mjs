// A Chromium without a window, and what it shows.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** The browser that FEELER_BROWSER names, or one of Chromium's family. */
function executable() {
  if (process.env.FEELER_BROWSER) return process.env.FEELER_BROWSER;
  const all = (process.env.PATH ?? "").split(delimiter).flatMap(folder => NAMES.map(name => join(folder, name)));
  return all.find(file => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Opens a page, and notes everything that it complains about. */
export async function open(address, { width = 1000, height = 640, dark = false } = {}) {
  const browser = await chromium.launch({
    executablePath: executable(),
    // The page is our own, and root in a container has no sandbox.
    args: [
      "--no-sandbox", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    ],
  });
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light" });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", message => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", error => complaints.push(`error: ${error.message}`));
  page.on("dialog", dialog => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", request => {
    const own = [new URL(address).origin, "null"].includes(new URL(request.url()).origin) || request.url().startsWith("data:");
    if (!own) complaints.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  await page.waitForSelector("body[data-ready]", { timeout: 60_000 });
  return { browser, page, complaints };
}

/** Waits until an answer stays for a while, and returns the verdict. */
export async function verdict(page) {
  const read = () => page.$eval("#verdict", at => ({ text: at.textContent, ...at.dataset }));
  for (let before = await read(); ; ) {
    await page.waitForTimeout(150);
    const now = await read();
    if (now.answers !== undefined && now.answers === before.answers) {
      return { touching: now.text === "touching", pose: JSON.parse(now.pose), distance: Number(now.distance) };
    }
    before = now;
  }
}
