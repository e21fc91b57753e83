// Asks the browser for what it alone can allow: notes of open pages, messages to this device.
const find = (selector) => document.querySelector(selector);

const notes = find("#notes-form");
if (notes && window.Notification) {
  const show = () => { find("[data-notes-denied]").hidden = Notification.permission !== "denied"; };
  find("#open-page").hidden = false;
  show();
  notes.addEventListener("submit", async (event) => {
    if (event.submitter.value === "off" || Notification.permission === "granted") return;
    event.preventDefault();
    const wanted = event.submitter;
    if ((await Notification.requestPermission()) === "granted") wanted.click();
    else show();
  });
}

const form = find("#push-form");
if (form && navigator.serviceWorker && window.PushManager) {
  form.hidden = false;
  find("[data-no-push]").hidden = true;
  const bytes = (text) => {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const failed = find("[data-push-failed]");
    failed.hidden = true;
    try {
      const registration = await navigator.serviceWorker.ready;
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
