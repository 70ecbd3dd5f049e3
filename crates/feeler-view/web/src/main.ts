// The page of 'feeler view'.

import { Address } from "./address";
import { Choose } from "./choose";
import { Clashes } from "./clashes";
import { Desk } from "./desk";
import { element } from "./element";
import { Gizmo } from "./gizmo";
import { History } from "./history";
import { Keys } from "./keys";
import { List } from "./list";
import { Looks } from "./looks";
import { Microscope } from "./microscope";
import { Notice } from "./notice";
import { Numbers } from "./numbers";
import { geometry, Part } from "./part";
import { Player } from "./player";
import { Solids } from "./solids";
import { source } from "./source";
import { Trees } from "./tree";
import { Verdict } from "./verdict";
import { View } from "./view";
import { FirstContact, Guided, Offset } from "./ways";

const notice = new Notice(document.getElementById("notice") as HTMLElement);

async function start(): Promise<void> {
  let back = (): void => {};
  let away = false;
  const from = source(text => {
    const returned = away && text === null;
    away = text !== null;
    notice.connection(text);
    if (returned) back();
  });
  const stage = await from.stage();
  document.title = `${stage.title} · feeler`;
  const view = new View(document.getElementById("view") as HTMLElement);
  const shapes = await Promise.all(stage.meshes.map(async (_, i) => geometry(await from.mesh(i))));
  const parts = stage.parts.map((found, i) => {
    const [mesh, shape] = [stage.meshes[found.mesh], shapes[found.mesh]];
    if (!mesh || !shape) throw new Error(`part ${i} has no mesh`);
    return new Part(i, found, mesh, shape);
  });
  view.add(...parts.map(part => part.pivot));
  if (parts.length === 0) throw new Error("there is nothing to be shown");
  const desk = new Desk(from, stage, parts, view, error => notice.complain(error));
  for (const event of ["settled", "chosen", "built"] as const) desk.on(event, () => notice.complain(null));
  const gizmo = new Gizmo(view, () => desk.tell("moved"), () => desk.tell("settled"));
  const panel = document.getElementById("panel") as HTMLElement;
  panel.append(element("h1", {}, stage.title), new Choose(desk).panel, new Verdict(desk).panel);
  const all = View.around(parts.map(part => part.pivot));
  view.fit(all);
  view.detail = isCoarse => parts.forEach(part => (isCoarse ? part.coarsen(all.radius) : part.refine()));
  const past = new History(desk);
  const solids = new Solids(desk);
  let trees: Trees | null = null;
  let microscope: Microscope | null = null;
  if (from.live) {
    gizmo.hold(desk.isPair ? desk.partB : null);
    desk.on("chosen", () => gizmo.hold(desk.isPair ? desk.partB : null));
    trees = new Trees(desk);
    microscope = new Microscope(desk);
    panel.append(new Numbers(desk, past).panel);
    if (stage.path.length + stage.moves.length > 0) panel.append(new Player(desk).panel);
    panel.append(trees.panel, solids.panel, microscope.panel, new Guided(desk).panel, new FirstContact(desk).panel, new Offset(desk).panel);
    if (parts.length > 1) panel.append(new Clashes(desk).panel);
  } else {
    panel.append(solids.panel);
    solids.panel.open = true;
    if (parts.length > 2) {
      const clashes = new Clashes(desk);
      panel.append(clashes.panel);
      clashes.panel.open = true;
      void clashes.find();
    }
  }
  panel.append(new Looks(desk).panel, new List(desk, () => gizmo.dragging).panel);
  new Keys(desk, gizmo, past, microscope);
  new Address(desk, trees, microscope, panel);
  // What was asked while the server was away is asked again.
  back = () => {
    desk.tell("built");
    desk.tell("settled");
  };
  document.body.dataset.ready = "yes";
}

start().catch((error: unknown) => notice.complain(error instanceof Error ? error : new Error(String(error))));
