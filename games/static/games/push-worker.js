// The part of the service worker that shows what a push service brought: it is somebody's turn.
// Every message is shown, as browsers demand; one about the same table takes the older one's place.
"use strict";

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  event.waitUntil(
    self.registration.showNotification(told.title || "Samba", {
      body: told.text || "",
      tag: told.tag || "turn",
      lang: told.language || "",
      renotify: true,
      data: { url: told.url || "/" },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data || {};
  if (!url) return;
  const place = new URL(url, self.location.origin);
  if (place.origin !== self.location.origin) return;
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const open = pages.find((page) => new URL(page.url).pathname === place.pathname);
      await (open ? open.focus() : self.clients.openWindow(place.href));
    })(),
  );
});
