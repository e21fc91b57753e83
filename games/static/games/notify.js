// Tells a person outside of the page that it is their turn, by the page's icon and, where they
// asked for it, by a note of the device; and lets them ask for that and for messages.
(() => {
  "use strict";
  const script = document.currentScript;
  const worker = navigator.serviceWorker;
  const WISH = "notes";
  const wish = {
    get on() { try { return localStorage.getItem(WISH) === "on"; } catch { return false; } },
    set on(on) { try { localStorage.setItem(WISH, on ? "on" : "off"); } catch { /* not kept */ } },
  };

  // ---------------------------------------------------------------- at a table

  const note = async () => {
    if (!wish.on || !window.Notification || Notification.permission !== "granted") return;
    const options = { tag: location.pathname, icon: script.dataset.icon };
    const registration = worker && (await worker.getRegistration());
    // Phones show notes only through a worker, computers without one too.
    if (registration && registration.showNotification) {
      registration.showNotification(document.title, { ...options, data: { url: location.pathname } });
      return;
    }
    const shown = new Notification(document.title, options);
    shown.onclick = () => { window.focus(); shown.close(); };
  };

  const main = document.getElementById("main");
  const mine = () => Boolean(document.querySelector("#r-status.yours"));
  if (document.getElementById("play")) {
    let before = mine();
    new MutationObserver(() => {
      const now = mine();
      if (now === before) return;
      before = now;
      const old = document.getElementById("turn-icon");
      if (old) old.remove();
      if (!now) return;
      const icon = document.createElement("link");
      Object.assign(icon, { rel: "icon", id: "turn-icon", type: "image/svg+xml", href: script.dataset.icon });
      document.head.append(icon);
      // After the title has been changed too.
      if (document.hidden) setTimeout(() => note().catch(() => {}), 100);
    }).observe(main, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-dismiss]");
    if (!button) return;
    event.preventDefault();
    const form = button.form;
    fetch(form.action, { method: "POST", body: new FormData(form), headers: { "HX-Request": "true" } }).catch(() => {});
    document.getElementById(button.dataset.dismiss).remove();
    main.focus({ preventScroll: true });
  });

  // ---------------------------------------------------------------- asking for it

  const section = document.querySelector("[data-notify]");
  if (section && window.Notification) {
    const [on, off, denied] = ["on", "off", "denied"].map((what) => section.querySelector(`[data-notify-${what}]`));
    const show = () => {
      const granted = wish.on && Notification.permission === "granted";
      on.hidden = granted;
      off.hidden = !granted;
      denied.hidden = Notification.permission !== "denied";
    };
    section.hidden = false;
    show();
    on.addEventListener("click", async () => {
      wish.on = (await Notification.requestPermission()) === "granted";
      show();
    });
    off.addEventListener("click", () => { wish.on = false; show(); });
  }

  const form = document.getElementById("push-form");
  if (form && worker && window.PushManager) {
    form.hidden = false;
    document.querySelector("[data-no-push]").hidden = true;
    const bytes = (text) => {
      const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
      return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
    };
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const failed = document.querySelector("[data-push-failed]");
      failed.hidden = true;
      try {
        const registration = await worker.ready;
        const wanted = { userVisibleOnly: true, applicationServerKey: bytes(form.dataset.push) };
        const subscription = await registration.pushManager.subscribe(wanted);
        const { endpoint, keys } = subscription.toJSON();
        const data = new FormData(form);
        data.set("address", endpoint);
        data.set("key", keys.p256dh);
        data.set("auth", keys.auth);
        const answer = await fetch(form.action, { method: "POST", body: data });
        if (!answer.ok) throw new Error(answer.status);
        location.reload();
      } catch {
        failed.hidden = false;
      }
    });
  }
})();
