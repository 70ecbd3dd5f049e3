// The pixels of the picture.

/** The width, the height and the bytes (red, green, blue, alpha) of what the canvas shows. */
export async function pixels(page) {
  await page.waitForTimeout(300); // frames are drawn after the events that want them
  const shot = await page.locator("#view").screenshot();
  // Decoded in a page of its own: that of the viewer must not be touched.
  const other = await page.context().newPage();
  const [width, height, text] = await other.evaluate(async source => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
    return [image.width, image.height, btoa(text)];
  }, `data:image/png;base64,${shot.toString("base64")}`);
  await other.close();
  return { width, height, bytes: Buffer.from(text, "base64") };
}

/** The share of pixels for which a condition on red, green and blue holds. */
export function share({ bytes }, holds) {
  let count = 0;
  for (let i = 0; i < bytes.length; i += 4) count += holds(bytes[i], bytes[i + 1], bytes[i + 2]) ? 1 : 0;
  return count / (bytes.length / 4);
}

/** The highest pixel for which a condition holds, from the upper left of the picture. */
export function highest({ width, bytes }, holds) {
  for (let i = 0; i < bytes.length; i += 4) {
    if (holds(bytes[i], bytes[i + 1], bytes[i + 2])) return { x: (i / 4) % width, y: Math.floor(i / 4 / width) };
  }
  throw new Error("no pixel has this colour");
}

/** Part A is blue, part B is orange, the gizmo's arrow along z is pure blue. */
export const isA = (r, g, b) => b > 1.3 * r && b > 1.2 * g && b > 60 && b < 250;
export const isB = (r, g, b) => r > 1.25 * g && r > 2 * b && r > 80 && g > 40;
export const isArrow = (r, g, b) => r < 10 && g < 10 && b > 250;
