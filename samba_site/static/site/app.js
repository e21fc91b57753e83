// Of every page: the site can be installed, forms bring seeds of one's own, links are copied.
addEventListener("load", () => navigator.serviceWorker && navigator.serviceWorker.register("/worker.js").catch(() => {}));

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
// The shuffle depends on these as well, so that no server can arrange the cards.
document.querySelectorAll("[data-seed]").forEach((field) => { field.value = hex(crypto.getRandomValues(new Uint8Array(16))); });

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  const told = () => { button.textContent = button.dataset.done; };
  if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(told, () => {});
  else if (document.execCommand("copy")) told();
});
