// Keeps a table's page up to date, by a socket or, failing that, by asking now and then.
// Without this file every page works by plain forms and reloading.
const BEAT = 5000; // a sign of life this often
const DEAD = 12000; // no word for so long: the socket is dead, whatever it says
const SLOW = 15000; // how often to ask while there is no socket
const LONGEST_WAIT = 8000; // before coming back
const NO_TABLE = 4404;
const LOOKS = /^(sort|discard|offers)/; // buttons that leave the choice as it is

const play = document.getElementById("play");
const live = play.elements.live;
const find = (selector) => document.querySelector(selector);
const main = () => find("#main");
const boxes = () => Array.from(document.querySelectorAll('input[name="cards"]'));
const chosen = () => boxes().filter((box) => box.checked);
const number = () => Number((find("#r-number") || { value: main().dataset.number }).value);
const visible = () => document.visibilityState === "visible";
const choose = () => htmx.trigger("#ask", "choose");
document.documentElement.classList.add("js");

// What a person has ticked, opened or typed is theirs: an update does not touch it.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
  !({ checkbox: "checked", text: "value" }[element.type] === name || (element.localName === "details" && name === "open"));

const show = (html) => window.travel(() => {
  const about = html.match(/id="r-number"[^>]* value="(\d+)"/);
  if (about && Number(about[1]) < number()) return; // an answer was quicker
  const focused = document.activeElement;
  const place = boxes().indexOf(focused);
  const [before, waited] = [main().dataset.kind, !find("#r-status.yours")];
  htmx.swap(document.body, html, { swapStyle: "none" });
  settle();
  if (waited === Boolean(find("#r-status.yours"))) say(""); // of another turn
  if (main().dataset.kind !== before) scrollTo(0, 0);
  // What is gone must not leave a keyboard's person at the top of the page.
  if (focused !== document.body && document.activeElement === document.body) {
    (boxes()[Math.min(place, boxes().length - 1)] || main()).focus({ preventScroll: true });
  }
  if (chosen().length) choose();
});
const settle = () => {
  document.body.classList.toggle("at-table", main().classList.contains("table"));
  const icon = find("#icon");
  icon.href = find("#r-status.yours") ? icon.dataset.turn : icon.dataset.plain;
};

let socket = null;
let heard = 0; // when the server last said anything
let tries = 0;
let returning = 0; // timer
let gone = false;
let sort = "";
const opened = () => socket && socket.readyState === WebSocket.OPEN;

const sign = (first) => {
  if (!opened()) return;
  const told = { number: number() };
  const talk = find("#talk-said");
  if (first) Object.assign(told, { draft: Number(main().dataset.draft), language: main().lang });
  if (first && talk) told.said = Number(talk.dataset.newest);
  if (visible()) told.seen = true; // only what is before somebody's eyes has been seen
  if (sort) told.sort = sort;
  socket.send(JSON.stringify(told));
};

const open = () => {
  clearTimeout(returning);
  returning = 0;
  if (gone || (socket && socket.readyState <= WebSocket.OPEN)) return;
  const mine = new WebSocket(location.origin.replace("http", "ws") + main().dataset.socket);
  socket = mine;
  heard = Date.now();
  mine.onopen = () => {
    if (mine !== socket) return mine.close();
    live.value = "1";
    sign(true);
  };
  mine.onmessage = ({ data }) => {
    if (mine !== socket) return;
    heard = Date.now();
    tries = 0;
    if (data[0] !== "{") show(data);
  };
  mine.onclose = ({ code }) => mine === socket && lost(code);
};

// Whatever the code: come back, soon at first, then less often, never all at once.
const lost = (code) => {
  socket = null;
  live.value = "";
  gone = gone || code === NO_TABLE;
  if (gone || returning) return;
  const wait = Math.min(LONGEST_WAIT, 500 * 2 ** tries++);
  returning = setTimeout(open, wait / 2 + (Math.random() * wait) / 2);
};

setInterval(() => {
  const dead = socket;
  if (!dead || Date.now() - heard <= DEAD) return sign(false);
  lost();
  dead.close();
}, BEAT);

// Where sockets do not work at all.
setInterval(() => {
  if (live.value || gone) return;
  const url = new URL(location.href);
  url.searchParams.set("number", number());
  htmx.ajax("GET", url.pathname + url.search, { source: "#poll", swap: "none" });
}, SLOW);

const back = () => {
  if (!visible()) return;
  if (socket) return sign(false);
  tries = 0;
  open();
};
document.addEventListener("visibilitychange", back);
for (const name of ["online", "pageshow"]) addEventListener(name, back);
// A page that is left keeps no socket, also where the browser keeps the page.
addEventListener("pagehide", () => {
  const left = opened() && socket; // one that still connects is closed once it is open
  socket = null;
  live.value = "";
  if (left) left.close();
});

let pressing = ""; // perhaps while another button is being done, and then for nothing
let pressed = "";
let typed = "";
// Cards that were sent with the last button: chosen no longer, once it is done, unless they
// were chosen anew on a board that came before the answer.
let sent = new Set();
document.addEventListener("change", ({ target }) => {
  if (target.name !== "cards") return;
  sent.delete(target.id);
  choose();
});
document.addEventListener("submit", ({ target, submitter }) => { if (target === play) pressing = submitter ? submitter.value : ""; }, true);
document.addEventListener("htmx:configRequest", (event) => {
  const { elt, parameters } = event.detail;
  if (elt === play) {
    typed = parameters.get("move") || "";
    pressed = pressing === "enter" ? (typed.trim() ? "typed" : "offers") : pressing; // the key, in a field
    sent = new Set(chosen().map((box) => box.id));
    if (pressed.startsWith("sort ")) sort = pressed.slice(5);
    // The buttons stand outside of their form, where htmx does not look for them.
    parameters.set("do", pressed);
  }
  // Meanwhile the deal may have ended, or the board given way to the score: nothing to ask about.
  if (elt.id === "ask" && !(find("#r-offers") && play.elements.seat)) event.preventDefault();
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { elt, xhr } = detail;
  // Every refusal comes with words, whatever its code.
  const told = xhr.status >= 400 && xhr.status < 500 && xhr.responseText.includes("hx-swap-oob");
  if (told) Object.assign(detail, { shouldSwap: true, isError: false });
  if (Number(xhr.getResponseHeader("Table-Number") || Infinity) >= number()) return;
  // It is about a board that is past: of that no more than the words of a refusal.
  const words = new DOMParser().parseFromString(detail.serverResponse, "text/html").getElementById("r-refusal");
  detail.serverResponse = words ? words.outerHTML : "";
  if (elt.id === "ask") choose();
  else sign(false);
});

const say = (words) => {
  const place = find("#r-refusal");
  const box = Object.assign(document.createElement("p"), { className: "refusal", role: "alert", textContent: words });
  if (place) place.replaceChildren(...(words ? [box] : []));
};
document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
  if (!elt.isConnected) main().focus({ preventScroll: true });
  if (elt !== play) return;
  const done = xhr.status >= 200 && xhr.status < 400;
  const type = xhr.getResponseHeader("Content-Type") || "";
  if (done && !LOOKS.test(pressed)) {
    boxes().forEach((box) => { if (sent.has(box.id)) box.checked = false; });
    if (find("#typed") && find("#typed").value === typed) find("#typed").value = "";
    choose();
  }
  if (done && !xhr.responseText.includes('id="r-refusal"')) say("");
  if (!done && !xhr.responseText.includes("hx-swap-oob")) {
    say((type.startsWith("text/plain") && xhr.responseText) || play.dataset.failed);
  }
  // No answer, or one about another board: ask at once what holds.
  if (!done) sign(false);
  // An answer may bring another kind of page; a refusal wants to be seen.
  settle();
  const refusal = find("#r-refusal [role=alert]");
  if (refusal) refusal.closest("section").scrollIntoView({ block: "nearest" });
});

open();
