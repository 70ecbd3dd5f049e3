// The picture: a camera, lights, and a frame that is drawn when something has changed.

import {
  AmbientLight, Box3, Color, DirectionalLight, type Object3D, PerspectiveCamera, Scene, Sphere, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

/** Whether there is a graphics card: without one, smooth edges cost more than they give. */
function isFast(): boolean {
  const context = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

/** The time between two looks whether a frame is finished. */
const POLL_MS = 4;
/** If a frame takes longer than this, those during a motion are coarse. */
const SLOW_MS = 60;
/** The time without a motion after which a whole frame follows the coarse ones. */
const REST_MS = 250;

export class View {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(40, 1, 0.01, 1000);
  readonly renderer: WebGLRenderer;
  readonly orbit: OrbitControls;
  /** The number of frames that were drawn, and when the last one was. */
  frames = 0;
  /** Is told before each frame whether it is coarse. */
  detail: (isCoarse: boolean) => void = () => {};
  private wanted = false;
  /** Whether the last whole frame took long. */
  private isSlow = false;
  /** Whether the next frame is whole although such frames take long: nothing moves. */
  private isAtRest = false;
  private rest = 0;
  private began = 0;
  /** Whether a frame has shown more than the ground. */
  private hasMeshes = false;
  /** Is passed when the last frame is finished. */
  private fence: WebGLSync | null = null;
  private readonly light = new DirectionalLight(0xffffff, 2.2);

  constructor(readonly place: HTMLElement) {
    this.renderer = new WebGLRenderer({ antialias: isFast() });
    this.renderer.localClippingEnabled = true;
    place.append(this.renderer.domElement);
    this.camera.up.set(0, 0, 1);
    this.scene.add(new AmbientLight(0xffffff, 1.4), this.light);
    this.orbit = new OrbitControls(this.camera, this.renderer.domElement);
    this.orbit.addEventListener("change", () => this.draw());
    new ResizeObserver(() => this.resize()).observe(place);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.paint());
    this.paint();
    this.resize();
  }

  /** Draws a frame soon, but none before the last one is finished: otherwise a slow graphics card would hold up questions and answers. */
  draw(): void {
    clearTimeout(this.rest);
    if (this.wanted) return;
    this.wanted = true;
    if (!this.fence) requestAnimationFrame(() => this.frame());
  }

  private frame(): void {
    this.wanted = false;
    const isCoarse = this.isSlow && !this.isAtRest;
    this.isAtRest = false;
    this.detail(isCoarse);
    this.began = performance.now();
    this.light.position.copy(this.camera.position);
    this.renderer.render(this.scene, this.camera);
    this.frames += 1;
    this.hasMeshes ||= this.renderer.info.render.triangles > 0;
    Object.assign(this.place.dataset, { frames: String(this.frames), detail: isCoarse ? "coarse" : "whole" });
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    this.fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    setTimeout(() => this.finished(gl, isCoarse), 0);
  }

  private finished(gl: WebGL2RenderingContext, isCoarse: boolean): void {
    if (this.fence && gl.clientWaitSync(this.fence, 0, 0) === gl.TIMEOUT_EXPIRED) {
      setTimeout(() => this.finished(gl, isCoarse), POLL_MS);
      return;
    }
    if (!isCoarse) this.isSlow = performance.now() - this.began > SLOW_MS;
    gl.deleteSync(this.fence);
    this.fence = null;
    if (this.hasMeshes && performance.getEntriesByName("picture").length === 0) performance.mark("picture");
    if (this.wanted) requestAnimationFrame(() => this.frame());
    else if (isCoarse) this.rest = window.setTimeout(() => this.settle(), REST_MS);
  }

  /** Draws a whole frame: nothing has moved for a while. */
  private settle(): void {
    this.isAtRest = true;
    this.draw();
  }

  /** Moves the camera so that it sees a ball, from where it looks now. */
  fit(ball: Sphere): void {
    const radius = ball.radius > 0 ? ball.radius : 1;
    const from = this.camera.position.clone().sub(this.orbit.target);
    if (from.lengthSq() === 0 || this.frames === 0) from.set(0.9, -1.6, 0.8);
    const angle = (this.camera.fov / 360) * Math.PI;
    const narrow = Math.min(1, this.camera.aspect);
    from.setLength((1.05 * radius) / Math.sin(Math.atan(Math.tan(angle) * narrow)));
    this.orbit.target.copy(ball.center);
    this.camera.position.copy(ball.center).add(from);
    this.camera.near = radius / 500;
    this.camera.far = radius * 100;
    this.camera.updateProjectionMatrix();
    this.orbit.update();
    this.draw();
  }

  /** Moves the camera to a ball on a straight way, in half a second. */
  fly(ball: Sphere): void {
    const [from, target] = [this.camera.position.clone(), this.orbit.target.clone()];
    this.fit(ball);
    const [to, aim] = [this.camera.position.clone(), ball.center.clone()];
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const start = performance.now();
    const frame = (): void => {
      const share = Math.min(1, (performance.now() - start) / 500);
      this.camera.position.lerpVectors(from, to, share);
      this.orbit.target.lerpVectors(target, aim, share);
      this.orbit.update();
      this.draw();
      if (share < 1) requestAnimationFrame(frame);
    };
    frame();
  }

  /** Turns the camera around its target, by radians to the left and upwards. */
  turn(left: number, up: number): void {
    const from = this.camera.position.clone().sub(this.orbit.target);
    const side = new Vector3().crossVectors(this.camera.up, from).normalize();
    from.applyAxisAngle(this.camera.up, left);
    const tilted = from.clone().applyAxisAngle(side, -up);
    const steep = Math.abs(tilted.clone().normalize().dot(this.camera.up));
    this.camera.position.copy(this.orbit.target).add(steep < 0.999 ? tilted : from);
    this.orbit.update();
    this.draw();
  }

  /** Moves the camera and its target, by shares of their distance to the right and upwards. */
  pan(right: number, up: number): void {
    const { camera, orbit } = this;
    camera.updateMatrixWorld();
    const [x, y] = [new Vector3(), new Vector3()];
    camera.matrixWorld.extractBasis(x, y, new Vector3());
    const way = x.multiplyScalar(right).add(y.multiplyScalar(up)).multiplyScalar(camera.position.distanceTo(orbit.target));
    camera.position.add(way);
    orbit.target.add(way);
    orbit.update();
    this.draw();
  }

  zoom(factor: number): void {
    this.camera.position.sub(this.orbit.target).multiplyScalar(factor).add(this.orbit.target);
    this.orbit.update();
    this.draw();
  }

  add(...objects: Object3D[]): void {
    this.scene.add(...objects);
    this.draw();
  }

  /** The ball around some objects. */
  static around(objects: Object3D[]): Sphere {
    const box = new Box3();
    for (const object of objects) {
      object.updateWorldMatrix(true, true);
      box.expandByObject(object);
    }
    return box.isEmpty() ? new Sphere(new Vector3(), 1) : box.getBoundingSphere(new Sphere());
  }

  private paint(): void {
    this.scene.background = new Color(getComputedStyle(document.body).getPropertyValue("--ground").trim() || "#ffffff");
    this.draw();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.place;
    const [width, height] = [Math.max(1, clientWidth), Math.max(1, clientHeight)];
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height);
    this.draw();
  }
}
