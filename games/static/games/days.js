// Times are written in UTC; here they become the reader's own, in the page's language.
(() => {
  "use strict";
  const format = new Intl.DateTimeFormat(document.documentElement.lang || undefined, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  const tell = () => document.querySelectorAll("time[data-local]").forEach((time) => {
    const words = format.format(new Date(time.dateTime));
    if (time.textContent !== words) time.textContent = words;
  });
  tell();
  // An update of the page may bring the words of the server back.
  new MutationObserver(tell).observe(document.body, { subtree: true, childList: true, characterData: true });
})();
