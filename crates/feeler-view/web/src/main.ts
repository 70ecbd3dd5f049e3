// The page of 'feeler view'.

import { Choose } from "./choose";
import { Desk } from "./desk";
import { element } from "./element";
import { Gizmo } from "./gizmo";
import { Keys } from "./keys";
import { geometry, Part } from "./part";
import { source } from "./source";
import { Verdict } from "./verdict";
import { View } from "./view";

const notice = document.getElementById("notice") as HTMLElement;

/** Shows why something does not work; null when it does again. */
function tell(text: string | null): void {
  notice.textContent = text;
  notice.hidden = text === null;
}

async function start(): Promise<void> {
  const from = source(tell);
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
  const desk = new Desk(from, stage, parts, view, error => tell(error.message));
  const gizmo = new Gizmo(view, () => desk.tell("moved"), () => desk.tell("settled"));
  const panel = document.getElementById("panel") as HTMLElement;
  panel.append(element("h1", {}, stage.title), new Choose(desk).panel, new Verdict(desk).panel);
  if (from.live && desk.isPair) {
    gizmo.hold(desk.partB);
    desk.on("chosen", () => gizmo.hold(desk.isPair ? desk.partB : null));
  }
  new Keys(desk, gizmo);
  view.fit(View.around(parts.map(part => part.pivot)));
  document.body.dataset.ready = "yes";
}

start().catch((error: unknown) => tell(error instanceof Error ? error.message : String(error)));
