// Keeps style sheets, scripts and pictures, and tells in words that there is no connection.
// No page of the site is ever kept but that one, which shows nothing of anybody.
{% load static %}"use strict";

importScripts("{% static 'games/push-worker.js' %}"); // what is told when it is one's turn

const OFFLINE = "{{ offline|escapejs }}";
const STATIC = "{{ static|escapejs }}";
const FILES = [{% for file in files %}"{{ file|escapejs }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const VERSION = "{{ VERSION|escapejs }} {{ COMMIT|escapejs }}";
const HASHED = /\.[0-9a-f]{12}\.\w+$/;
const text = [VERSION, OFFLINE, ...FILES].join();
const CACHE = "static " + Array.from(text).reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)) | 0, 7);

const keepShell = async () => {
  const cache = await caches.open(CACHE);
  // Without cookies, so that it is nobody's page.
  const plain = { credentials: "omit", cache: "reload" };
  await cache.addAll([OFFLINE, ...FILES].map((url) => new Request(url, plain)));
  await self.skipWaiting();
};

const forgetOthers = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
};

// A name with a hash never changes what it means; of any other the newest is wanted.
const file = async (request) => {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  const hashed = HASHED.test(new URL(request.url).pathname);
  if (kept && hashed) return kept;
  try {
    const found = await fetch(request);
    if (found.ok && hashed) await cache.put(request, found.clone());
    return found;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
};

const page = async (request) => {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(OFFLINE)) || Response.error();
  }
};

self.addEventListener("install", (event) => event.waitUntil(keepShell()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith(STATIC)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});
