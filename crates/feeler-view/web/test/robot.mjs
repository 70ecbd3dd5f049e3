// A path of several parts: played, measured, and gone to by a click on the chart.
import { open, verdict } from "./browser.mjs";

export async function robot(address) {
  const { browser, page, complaints } = await open(address);
  const read = name => page.$eval("#path", (at, name) => JSON.parse(at.dataset[name] ?? "[]"), name);
  await page.waitForFunction(() => JSON.parse(document.querySelector("#path")?.dataset.distances ?? "[]").length >= 100);
  const [distances, parts] = [await read("distances"), await read("parts")];
  const chosen = () => page.$$eval(".choose select", selects => selects.map(select => Number(select.value)));
  const at = () => page.$eval("#pose", slider => Number(slider.value));

  await page.click("text=Nearest");
  const nearest = { at: await at(), chosen: await chosen(), ...(await verdict(page)) };
  const box = await page.locator(".chart").first().boundingBox();
  await page.mouse.click(box.x + box.width * 0.25, box.y + box.height / 2);
  const clicked = { at: await at(), chosen: await chosen(), ...(await verdict(page)) };
  await page.keyboard.press("Control+z");
  const undone = await verdict(page);
  await page.click("text=Play");
  await page.waitForTimeout(600);
  await page.click("text=Play");
  const played = await at();
  await page.selectOption("#measured", "pair");
  await page.waitForFunction(() => document.querySelector("#path").dataset.parts === "[]" && JSON.parse(document.querySelector("#path").dataset.distances).length >= 100);
  const pair = { chosen: await chosen(), distances: await read("distances") };
  await browser.close();
  return { distances, parts, nearest, clicked, undone, played, pair, complaints };
}
