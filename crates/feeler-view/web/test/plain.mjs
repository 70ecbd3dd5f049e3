// Plain input: every question of the panel is asked once, and none complains.
import { open, verdict } from "./browser.mjs";
import { isA, isB, pixels, share } from "./pixels.mjs";

export async function plain(addresses) {
  const seen = [];
  for (const address of addresses.split(" ")) seen.push(await asked(address));
  return seen;
}

async function asked(address) {
  const { browser, page, complaints } = await open(address);
  const start = await verdict(page);
  const fold = title => page.click(`summary:text-is('${title}')`);
  await fold("Solids");
  await page.selectOption("#side", "b");
  await fold("Microscope");
  await fold("Guided query");
  await fold("Look");
  await page.waitForFunction(() => document.querySelector("#depth").textContent !== "" && document.querySelector("#volumes").textContent !== "" && document.querySelector("#guided").textContent !== "" && document.querySelector("#tests").textContent !== "");
  const texts = await page.evaluate(() => Object.fromEntries(["relation", "depth", "contacts", "volumes", "tests", "guided"].map(id => [id, document.getElementById(id).textContent])));
  const depth = await page.getAttribute("#depth", "data-depth");
  const relation = await page.getAttribute("#relation", "data-relation");
  await fold("First contact");
  await page.click("text=Go");
  await page.waitForFunction(() => document.querySelector("#first-contact").textContent !== "");
  texts.first = await page.textContent("#first-contact");
  await page.waitForTimeout(1200);
  const end = await verdict(page);
  const picture = await pixels(page);
  const shown = { a: share(picture, isA), b: share(picture, isB) };
  const notice = await page.$eval("#notice", at => (at.hidden ? "" : at.textContent));
  await browser.close();
  return { start, end, texts, depth, relation, shown, notice, complaints };
}
