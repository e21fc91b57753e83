// Lets the site be installed, and keeps its files for slow lines.
(() => {
  "use strict";
  if (!navigator.serviceWorker) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register("/worker.js").catch(() => {});
  });
})();
