// What parts look like, keys for the view, and all of it in the address.
import { open, verdict } from "./browser.mjs";
import { isA, isArrow, isB, pixels, share } from "./pixels.mjs";

export async function looks(address) {
  const { browser, page, complaints } = await open(address, { width: 1200 });
  await verdict(page);
  const seen = {};
  const look = async name => {
    const picture = await pixels(page);
    seen[name] = { a: share(picture, isA), b: share(picture, isB) };
  };
  const slide = (id, value) =>
    page.$eval(id, (slider, value) => {
      slider.value = String(value);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }, value);
  await look("start");

  await page.click("summary:text-is('Look')");
  await page.selectOption("#plane", "z");
  await slide("#cut", 420);
  await look("cut");
  await page.selectOption("#plane", "none");
  await page.check("#wires");
  await look("wires");
  await page.uncheck("#wires");
  await slide("#opacity", 30);
  await look("clear");
  await slide("#opacity", 100);

  // Keys: each changes the picture, and 'f' brings everything back into the window.
  await page.focus("#view");
  const press = async (keys, name) => {
    for (const key of keys) await page.keyboard.press(key);
    await look(name);
  };
  await press(["-", "-", "-", "-", "-", "-"], "small");
  // A slider that was used last takes the arrows alone.
  await page.focus("#opacity");
  await press(["f"], "fitted");
  await page.focus("#view");
  await press(Array(12).fill("Shift+ArrowRight"), "panned");
  await press(["f"], "back");
  await press(Array(9).fill("ArrowLeft"), "turned");

  // The second part is picked by a click on it, and is B then; the first is hidden.
  await page.selectOption(".choose .b select", "0");
  seen.swapped = await page.$$eval(".choose select", selects => selects.map(select => Number(select.value)));
  const { x, y } = await middleOf(page, isA);
  await page.mouse.click(x, y);
  seen.picked = await page.$$eval(".choose select", selects => selects.map(select => Number(select.value)));
  seen.numbers = await page.$$eval(".choose small", texts => texts.map(text => text.textContent));
  await page.click("summary:text-matches('^Parts')");
  await page.uncheck(".part input >> nth=0");
  await look("hidden");

  // All of it stands in the address.
  await slide("#opacity", 50);
  await page.selectOption("#plane", "x");
  await page.click("summary:text-is('Microscope')");
  await page.selectOption("#traced", "distance");
  await page.waitForFunction(() => Number(document.querySelector("#tests").dataset.steps) > 2);
  await page.focus("#view");
  await page.keyboard.press(".");
  await page.keyboard.press(".");
  await page.waitForTimeout(700);
  const state = () =>
    page.evaluate(() => ({
      controls: Object.fromEntries([...document.querySelectorAll("#panel input[id], #panel select[id]")].map(at => [at.id, at.type === "checkbox" ? at.checked : at.value])),
      sections: [...document.querySelectorAll("details")].filter(at => at.open).map(at => at.querySelector("summary").textContent),
      shown: [...document.querySelectorAll(".part input")].map(at => at.checked),
      chosen: [...document.querySelectorAll(".choose select")].map(at => at.value),
    }));
  seen.left = await state();
  const shared = page.url();
  await page.goto("about:blank");
  await page.goto(shared);
  await page.waitForSelector("body[data-ready]");
  await page.waitForFunction(() => document.querySelector("#step").value === "3");
  seen.found = await state();
  await browser.close();
  return { ...seen, complaints };
}

/** The middle of the pixels for which a condition holds. */
async function middleOf(page, holds) {
  const { width, bytes } = await pixels(page);
  const places = [];
  for (let i = 0; i < bytes.length; i += 4) {
    if (holds(bytes[i], bytes[i + 1], bytes[i + 2]) && !isArrow(bytes[i], bytes[i + 1], bytes[i + 2])) places.push(i / 4);
  }
  const at = places[Math.floor(places.length / 2)];
  return { x: at % width, y: Math.floor(at / width) };
}
