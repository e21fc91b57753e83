// Times are written in UTC; here they become the reader's own, in the page's language.
const day = { weekday: "short", day: "numeric", month: "short" };
const tell = () => document.querySelectorAll("time[data-local]").forEach((time) => {
  const at = new Date(time.dateTime);
  const words = at.toLocaleString(time.closest("[lang]").lang, { ...(at.toDateString() === new Date().toDateString() ? {} : day), hour: "2-digit", minute: "2-digit" });
  if (time.textContent !== words) time.textContent = words;
});
tell();
// An update of the page may bring the words of the server back.
new MutationObserver(tell).observe(document.body, { subtree: true, childList: true, characterData: true });
