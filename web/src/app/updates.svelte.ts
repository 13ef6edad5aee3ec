import { session } from "../lib/session.svelte";
import { route } from "./router.svelte";

const LOOK_EVERY = 30 * 60_000;
const STILL_FOR = 15_000;

let touched = Date.now();
let waiting: ServiceWorker | null = null;

/** Whether the page may be loaded anew without anybody minding. */
function isIdle(): boolean {
  const { name } = route();
  const playing = session.playing || (name === "table" && session.table !== null);
  if (playing || name === "learn" || name === "create" || session.queue) return false;
  return document.visibilityState === "hidden" || Date.now() - touched > STILL_FOR;
}

function takeOverWhenIdle(): void {
  if (waiting && isIdle()) waiting.postMessage("take over");
}

/** Keep the page's files for the next visit, and change to a newer version when it is quiet. */
export function keepUpToDate(): void {
  addEventListener("vite:preloadError", (event) => {
    // A part of this version is gone from the server: the new version has its own.
    event.preventDefault();
    reloadOnce();
  });
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;

  let hadOne = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (hadOne) location.reload();
    hadOne = true;
  });
  for (const kind of ["pointerdown", "keydown"] as const) {
    addEventListener(kind, () => (touched = Date.now()), { passive: true });
  }
  document.addEventListener("visibilitychange", takeOverWhenIdle);
  setInterval(takeOverWhenIdle, 5_000);
  void register();
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register("/sw.js", { scope: "/" });
    const note = (): void => {
      // The first worker has nobody to wait for.
      if (navigator.serviceWorker.controller) waiting = registration.waiting;
      else registration.waiting?.postMessage("take over");
    };
    registration.addEventListener("updatefound", () => {
      const found = registration.installing;
      found?.addEventListener("statechange", () => found.state === "installed" && note());
    });
    note();
    setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY);
  } catch {
    // Without a worker the page works all the same.
  }
}

/** Load the page anew, unless that was just done; says whether it will be. */
export function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem("daguai.reloaded") ?? 0);
  if (Date.now() - last < 60_000) return false;
  sessionStorage.setItem("daguai.reloaded", String(Date.now()));
  location.reload();
  return true;
}
