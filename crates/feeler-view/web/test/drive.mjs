// Drives the page in a browser: `node test/drive.mjs SCENARIO ADDRESS` prints what was seen as JSON. The test program `tests/browser` judges it.
import { offline } from "./offline.mjs";
import { pair } from "./pair.mjs";

const scenarios = { pair, offline };
const [name, address] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](address)));
