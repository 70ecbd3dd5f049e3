// Drives the page in a browser: `node test/drive.mjs SCENARIO ADDRESS` prints what was seen as JSON. The test program `tests/browser` judges it.
import { back } from "./back.mjs";
import { looks } from "./looks.mjs";
import { lost } from "./lost.mjs";
import { microscope } from "./microscope.mjs";
import { offline, report } from "./offline.mjs";
import { pace } from "./pace.mjs";
import { pair } from "./pair.mjs";
import { plain } from "./plain.mjs";
import { questions } from "./questions.mjs";
import { robot } from "./robot.mjs";
import { state } from "./state.mjs";
import { tree } from "./tree.mjs";

const scenarios = { back, looks, lost, microscope, offline, pace, pair, plain, questions, report, robot, state, tree };
const [name, address] = process.argv.slice(2);
console.log(JSON.stringify(await scenarios[name](address)));
