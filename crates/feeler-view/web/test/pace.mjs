// How fast the page is: the first picture, and verdicts and frames a second during a drag.
import { readFileSync } from "node:fs";
import { open } from "./browser.mjs";
import { highest, isArrow, pixels } from "./pixels.mjs";

/** The time between two motions of the mouse, and how long they go on, in milliseconds. */
const EVERY = 8;
const LONG = 3000;

export async function pace(address) {
  const { browser, page, complaints } = await open(address);
  await page.waitForFunction(() => performance.getEntriesByName("picture").length > 0);
  const picture = await page.evaluate(() => performance.getEntriesByName("picture")[0].startTime);
  const arrow = highest(await pixels(page), isArrow);
  const drag = await moving(page, arrow.x, arrow.y + 5, i => [0, 60 + 50 * Math.sin(i / 40)]);
  // Beside the meshes the view is turned.
  const orbit = await moving(page, 5, 5, i => [i % 400, 100]);
  const memory = await memoryOf(browser);
  await browser.close();
  return { picture, drag, orbit, memory, complaints };
}

/** How many motions, verdicts and frames there are a second while the mouse goes on from a place with its button down. */
async function moving(page, x, y, way) {
  const mouse = await page.context().newCDPSession(page);
  const counted = () =>
    page.evaluate(() => ({
      time: performance.now(),
      answers: Number(document.querySelector("#verdict").dataset.answers ?? 0),
      frames: Number(document.querySelector("#view").dataset.frames),
    }));
  await page.mouse.move(x, y);
  await page.mouse.down();
  const before = await counted();
  const sent = [];
  for (let start = Date.now(), i = 0; Date.now() - start < LONG; i++) {
    const [right, down] = way(i);
    // Not awaited: the browser answers when the page has seen the motion, and no mouse waits for that.
    sent.push(mouse.send("Input.dispatchMouseEvent", { type: "mouseMoved", x: x + right, y: y + down, button: "left", buttons: 1 }));
    await new Promise(done => setTimeout(done, EVERY));
  }
  const after = await counted();
  const detail = await page.getAttribute("#view", "data-detail");
  await Promise.all(sent);
  await page.mouse.up();
  const seconds = (after.time - before.time) / 1000;
  const [verdicts, frames] = ["answers", "frames"].map(name => (after[name] - before[name]) / seconds);
  // What was drawn with fewer triangles is drawn whole when nothing moves.
  await page.waitForSelector("#view[data-detail=whole]");
  return { motions: sent.length / seconds, verdicts, frames, detail };
}

/** The bytes that the processes of a browser have in memory, by their kind. */
async function memoryOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const sizes = {};
  for (const { type, id } of processInfo) {
    try {
      const [, kilobytes] = readFileSync(`/proc/${id}/status`, "utf8").match(/VmRSS:\s+(\d+)/) ?? [];
      sizes[type] = (sizes[type] ?? 0) + 1024 * Number(kilobytes ?? 0);
    } catch {
      // Only Linux tells it in this way.
    }
  }
  return sizes;
}
