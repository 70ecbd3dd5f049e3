// All other questions of the panel, asked once each.
import { open, verdict } from "./browser.mjs";

export async function questions(address) {
  const { browser, page, complaints } = await open(address);
  const seen = {};
  const data = (id, name) => page.getAttribute(id, `data-${name}`);
  const fold = title => page.click(`summary:text-is('${title}')`);

  await page.waitForFunction(() => JSON.parse(document.querySelector("#path")?.dataset.distances ?? "[]").length >= 100);
  seen.path = JSON.parse(await data("#path", "distances"));

  await fold("Solids");
  await page.waitForSelector("#depth[data-depth]");
  seen.solids = { ...(await verdict(page)), relation: await data("#relation", "relation"), contacts: Number(await data("#contacts", "contacts")), depth: Number(await data("#depth", "depth")) };

  await fold("Guided query");
  seen.guided = [];
  for (const [steps, eps] of [[0, 0], [3, 0], [40, 20], [1000, 0]]) {
    for (const [id, value] of [["#guided-eps", eps], ["#guided-steps", steps]]) {
      await page.$eval(id, (slider, value) => {
        slider.value = String(value);
        slider.dispatchEvent(new Event("input"));
      }, value);
    }
    await page.waitForTimeout(500);
    seen.guided.push({ steps, eps: eps / 1000, p: Number(await data("#guided", "p")), proved: (await data("#guided", "proved")) === "true", taken: Number(await data("#guided", "steps")) });
  }

  await fold("Offset surface of B");
  await page.click("text=Make");
  await page.waitForSelector("#offset[data-triangles]");
  seen.offset = Number(await data("#offset", "triangles"));

  await fold("Clashes");
  await page.fill("#clearance", "0.5");
  await page.click("text=Find all");
  await page.waitForSelector("#clashes[data-clashes]");
  seen.clashes = Number(await data("#clashes", "clashes"));
  seen.rows = await page.$$eval("#clashes + .parts .name", rows => rows.map(row => row.firstChild.textContent));
  await page.click("#clashes + .parts .part:last-child .name");
  seen.chosen = await page.$$eval(".choose select", selects => selects.map(select => Number(select.value)));
  seen.flown = await verdict(page);

  await page.fill("[name='at x']", "5");
  await page.press("[name='at x']", "Enter");
  seen.before = await verdict(page);
  await fold("First contact");
  await page.fill("[name='direction x']", "-1");
  await page.fill("[name='direction z']", "0");
  await page.click("text=Go");
  await page.waitForSelector("#first-contact[data-time]");
  seen.time = Number(await data("#first-contact", "time"));
  await page.waitForTimeout(1500);
  seen.after = await verdict(page);
  await browser.close();
  return { ...seen, complaints };
}
