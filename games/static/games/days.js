// Times are written in UTC; here they become the reader's own, in the page's language.
(() => {
  "use strict";
  const format = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
    weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
  });
  const told = new WeakMap();
  const tell = () => {
    document.querySelectorAll("time[data-local]").forEach((time) => {
      const words = format.format(new Date(time.dateTime));
      // An update of the page may have brought the words of the server back.
      if (told.get(time) !== words || time.textContent !== words) {
        told.set(time, words);
        time.textContent = words;
      }
    });
  };
  tell();
  let waiting = 0;
  new MutationObserver(() => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(tell);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
})();
