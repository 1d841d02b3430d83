// @ts-check
/*
 * Opens the rating desk where no server is reached: it keeps an empty desk (/rate/offline) and the scripts, styles and
 * fonts of one build, nothing else. Data lies elsewhere on the device (components/desk/shelf.ts). Pages tell it what they
 * loaded; another build's replaces it.
 */
const worker = /** @type {any} */ (self);
const SHELL = "/rate/offline";
const DESK = /^\/rate\/\d+$/;
const ASSETS = "/_next/static/";
const PREFIX = "desk-";
/** What is said in the server's place while it is away, as components/desk/post.ts knows it. */
const AWAY = new Set([502, 503, 504]);
/** A connection that says nothing for so long counts as none. */
const PATIENCE_MS = 10_000;

worker.addEventListener("install", (event) => {
  // Where the browser can do these by itself, they do not wait for the worker.
  event.addRoutes?.([
    { condition: { urlPattern: "/api/*" }, source: "network" },
    { condition: { urlPattern: `${ASSETS}*` }, source: "cache" },
  ]);
  event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()]),
  );
});

worker.addEventListener("message", (event) => {
  const { build, assets } = event.data;
  const name = PREFIX + build;
  event.waitUntil(
    keep(name, assets).then(
      () => event.ports[0]?.postMessage("kept"),
      // Out of reach, or signed out by now.
      async () => (await holdsShell(name)) || caches.delete(name),
    ),
  );
});

async function holdsShell(name) {
  return (await caches.match(SHELL, { cacheName: name })) !== undefined;
}

/** Keeps the shell with all that it loads, then what the page loaded beside; and no other build's. */
async function keep(name, assets) {
  const cache = await caches.open(name);
  if (!(await holdsShell(name))) {
    const shell = await fetch(SHELL, { cache: "no-store", redirect: "error" });
    if (!shell.ok) throw new Error(`The shell answered ${shell.status}`);
    const named = (await shell.clone().text()).match(/\/_next\/static\/[^"'\\\s<>]+/g) ?? [];
    await cache.addAll([...new Set(named)]);
    // Last: whoever finds the shell finds what it loads.
    await cache.put(SHELL, shell);
  }
  for (const key of await caches.keys())
    if (key.startsWith(PREFIX) && key !== name) await caches.delete(key);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await Promise.allSettled(
    assets
      .map((asset) => new URL(asset, worker.location.origin))
      .filter(({ pathname }) => pathname.startsWith(ASSETS) && !known.has(pathname))
      .map((asset) => cache.add(asset)),
  );
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate")
    event.respondWith(DESK.test(pathname) ? desk(event) : page(event));
  else if (pathname.startsWith(ASSETS)) event.respondWith(asset(request));
});

/** The page as the server gives it: the browser has asked for it already, and would ask again if this were not used. */
async function page(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function desk(event) {
  const shell = await caches.match(SHELL);
  const answer = page(event);
  if (shell === undefined) return answer;
  const late = new Promise((resolve) => setTimeout(() => resolve(shell), PATIENCE_MS));
  return Promise.race([
    answer.then(
      (served) => (AWAY.has(served.status) ? shell : served),
      () => shell,
    ),
    late,
  ]);
}

async function asset(request) {
  return (await caches.match(request)) ?? fetch(request);
}
