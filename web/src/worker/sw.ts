/// <reference lib="webworker" />
/**
 * The service worker: keeps the page's own files, so that it opens at once and without a network,
 * and never in a stale version. What is asked for by address comes from the server when it
 * answers; files whose names carry their hash never change and come from the cache.
 *
 * A new worker waits until the page says that nobody is in the middle of something: until then the
 * old one still has every file that the running page may ask for.
 */
declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

const FILES = self.__WB_MANIFEST;
const NAME = `shell-${digest(FILES.map((file) => file.url + (file.revision ?? "")).join())}`;
const PATIENCE = 3_500;
const paths = new Set(FILES.map((file) => new URL(file.url, self.location.origin).pathname));

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && !isServers(url.pathname)) {
    event.respondWith(open(request));
  } else if (paths.has(url.pathname)) {
    event.respondWith(kept(request, url.pathname));
  }
});

async function fill(): Promise<void> {
  const cache = await caches.open(NAME);
  await Promise.all(
    FILES.map(async ({ url, revision }) => {
      // A file whose name carries its hash may lie in the browser's cache or in an older shell.
      const old = revision === null ? await caches.match(`/${url}`) : undefined;
      const answer =
        old ?? (await fetch(`/${url}`, { cache: revision === null ? "default" : "reload" }));
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      await cache.put(`/${url}`, answer);
    }),
  );
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
  await self.clients.claim();
}

/** The server's page if it answers in time, else the one that is kept. */
async function open(request: Request): Promise<Response> {
  const fresh = fetch(request).then((answer) => {
    if (answer.status >= 500) throw new Error(`${answer.status}`);
    return answer;
  });
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  try {
    const answer = await Promise.race([fresh, late]);
    if (answer) return answer;
  } catch {
    // No network, or no server behind it.
  }
  return (await caches.match("/index.html", { cacheName: NAME })) ?? fresh;
}

async function kept(request: Request, path: string): Promise<Response> {
  return (await caches.match(path, { cacheName: NAME })) ?? fetch(request);
}

/** Addresses that are the server's own, not screens of the page. */
function isServers(path: string): boolean {
  return /^\/(?:api|ws|healthz|metrics)(?:\/|$)/.test(path);
}

/** A short name for a text; it need only differ when the text does. */
function digest(text: string): string {
  let hash = 5381;
  for (const letter of text) hash = (Math.imul(hash, 33) ^ letter.charCodeAt(0)) >>> 0;
  return hash.toString(36);
}

export {};
