// Drives the page in a browser: `node test/drive.mjs SCENARIO ADDRESS` prints what was seen as JSON. The test program `tests/browser` judges it.
import { microscope } from "./microscope.mjs";
import { offline } from "./offline.mjs";
import { pair } from "./pair.mjs";
import { questions } from "./questions.mjs";
import { state } from "./state.mjs";
import { tree } from "./tree.mjs";

const scenarios = { microscope, offline, pair, questions, state, tree };
const [name, address] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](address)));
