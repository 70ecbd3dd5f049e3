// Makes dist/page.html: one file with everything inside, which states by hash which script and style it may use.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";

const bundle = async entry => {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    legalComments: "inline",
    logLevel: "warning",
  });
  return outputFiles[0].text;
};
const hash = text => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// Inside of a script element, these two would end it or change how it is read.
const script = (await bundle("src/main.ts")).replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const style = await bundle("src/style.css");
const policy =
  `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data: blob:; ` +
  "connect-src 'self'; base-uri 'none'; form-action 'none'";
const template = await readFile("src/page.html", "utf8");
const filled = { policy, script, style };
const page = template.replace(/\{\{(\w+)\}\}/g, (_, name) => filled[name]);
await mkdir("dist", { recursive: true });
// A page that is the same is left alone: otherwise cargo would compile the viewer again at each start.
const before = await readFile("dist/page.html", "utf8").catch(() => null);
if (page !== before) await writeFile("dist/page.html", page);
console.log(`dist/page.html: ${Math.round(page.length / 1024)} KB`);
