// The level slider, for trees of several kinds.
import { open } from "./browser.mjs";
import { pixels, share } from "./pixels.mjs";

const SETTINGS = [
  ["obb", "8", "sah"], ["sphere", "2", "median"], ["hybrid", "4", "sah"], ["dop18", "8", "octree"], ["rss", "8", "sah"], ["hull", "4", "merge"],
  ["lss", "8", "mean"], ["rbox", "2", "middle"], ["dop26:hull", "8", "boxtree"],
];

export async function tree(address) {
  const { browser, page, complaints } = await open(address);
  const shown = [];
  let pictures = null;
  for (const [i, [volume, arity, rule]] of SETTINGS.entries()) {
    const side = i % 2 === 0 ? "a" : "b";
    await page.selectOption("#side", "none");
    if (pictures === null) pictures = [await pixels(page)];
    for (const [name, value] of Object.entries({ volume, arity, rule })) await page.selectOption(`#${name}`, value);
    await page.selectOption("#side", side);
    const levels = [];
    for (let level = 0; ; level++) {
      await page.waitForSelector("#level:enabled");
      const most = Number(await page.getAttribute("#level", "max"));
      await page.$eval("#level", (slider, level) => {
        slider.value = String(level);
        slider.dispatchEvent(new Event("input"));
      }, level);
      await page.waitForSelector(`#volumes[data-level="${level}"]`);
      levels.push(Number(await page.getAttribute("#volumes", "data-drawn")));
      if (level === 1 && pictures.length === 1) pictures.push(await pixels(page));
      if (level === most) break;
    }
    shown.push({ volume, arity, rule, side, levels });
  }
  const [without, some] = pictures;
  const changed = share(some, (() => {
    let i = 0;
    return (r, g, b) => {
      const same = r === without.bytes[i] && g === without.bytes[i + 1] && b === without.bytes[i + 2];
      i += 4;
      return !same;
    };
  })());
  await browser.close();
  return { shown, changed, complaints };
}
