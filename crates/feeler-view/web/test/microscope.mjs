// The microscope: as many steps as the query has made tests.
import { open, verdict } from "./browser.mjs";

export async function microscope(address) {
  const { browser, page, complaints } = await open(address);
  const seen = [];
  await page.click("summary:text('Microscope')");
  for (const question of ["intersects", "distance"]) {
    await page.selectOption("#traced", question);
    for (const key of ["x", "u", "Y", "Z"]) {
      await page.focus("#view");
      await page.keyboard.press(key);
      const { pose } = await verdict(page);
      await page.waitForSelector("#tests[data-steps]");
      const steps = Number(await page.getAttribute("#tests", "data-steps"));
      const most = steps === 0 ? 0 : Number(await page.getAttribute("#step", "max"));
      // To the last step and one further, by keys: there is none.
      let walked = steps === 0 ? 0 : 1;
      for (let i = 0; i < Math.min(steps, 60); i++) {
        await page.keyboard.press(".");
        walked = Number(await page.$eval("#step", slider => slider.value));
      }
      seen.push({ question, pose, steps, most, walked });
    }
  }
  await page.waitForTimeout(300);
  await browser.close();
  return { seen, complaints };
}
