// Keeps a table's page up to date, by a socket or, failing that, by asking now and then.
// Without this file every page works by plain forms and reloading.
(() => {
  "use strict";
  const BEAT = 5000; // a sign of life this often
  const DEAD = 12000; // no word for so long: the socket is dead, whatever it says
  const SLOW = 15000; // how often to ask while there is no socket
  const LONGEST_WAIT = 8000; // before coming back
  const NO_TABLE = 4404;

  document.documentElement.classList.add("js");

  // ---------------------------------------------------------------- seeds and links

  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  // The shuffle depends on these as well, so that no server can arrange the cards.
  document.querySelectorAll("[data-seed]").forEach((field) => {
    field.value = hex(crypto.getRandomValues(new Uint8Array(16)));
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    const told = () => { button.textContent = button.dataset.done; };
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(told, () => {});
    else if (document.execCommand("copy")) told();
  });

  const play = document.getElementById("play");
  if (!play || !window.htmx) return;

  // ---------------------------------------------------------------- what is shown

  const main = () => document.getElementById("main");
  const boxes = () => document.querySelectorAll('input[name="cards"]');
  const number = () => {
    const field = document.getElementById("r-number");
    return Number(field ? field.value : main().dataset.number);
  };
  const live = play.elements.live;
  let sort = "";

  // What a person has ticked, opened or typed is theirs: an update does not touch it.
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
    !(element.type === "checkbox" && name === "checked") &&
    !(element.type === "text" && name === "value");

  const choose = () => htmx.trigger("#ask", "choose");
  const chosen = () => Array.from(boxes()).some((box) => box.checked);

  const show = (html) => {
    const focused = document.activeElement;
    const before = main().dataset.kind;
    htmx.swap(document.body, html, { swapStyle: "none" });
    document.body.classList.toggle("at-table", main().classList.contains("table"));
    if (main().dataset.kind !== before) window.scrollTo(0, 0);
    // A button that is gone must not leave a keyboard's person at the top of the page.
    if (focused !== document.body && document.activeElement === document.body) {
      main().focus({ preventScroll: true });
    }
    if (chosen()) choose();
  };

  // ---------------------------------------------------------------- the socket

  let socket = null;
  let heard = 0; // when the server last said anything
  let tries = 0;
  let returning = 0; // timer
  let gone = false;

  const sign = (first) => {
    const told = { number: number() };
    if (first) told.draft = Number(main().dataset.draft);
    const talk = document.getElementById("talk-said");
    if (first && talk) told.said = Number(talk.dataset.newest);
    // Only what is before somebody's eyes has been seen.
    if (document.visibilityState === "visible") told.seen = true;
    if (sort) told.sort = sort;
    socket.send(JSON.stringify(told));
  };

  const open = () => {
    clearTimeout(returning);
    returning = 0;
    if (gone || (socket && socket.readyState <= WebSocket.OPEN)) return;
    const scheme = location.protocol === "https:" ? "wss://" : "ws://";
    const mine = new WebSocket(scheme + location.host + main().dataset.socket);
    socket = mine;
    heard = Date.now();
    mine.onopen = () => {
      if (mine !== socket) return mine.close();
      heard = Date.now();
      live.value = "1";
      sign(true);
    };
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      heard = Date.now();
      tries = 0;
      if (event.data[0] !== "{") show(event.data);
    };
    mine.onclose = (event) => {
      if (mine === socket) lost(event.code);
    };
  };

  // Whatever the code: come back, soon at first, then less often, never all at once.
  const lost = (code) => {
    socket = null;
    live.value = "";
    if (code === NO_TABLE) gone = true;
    if (gone || returning) return;
    const wait = Math.min(LONGEST_WAIT, 500 * 2 ** tries);
    tries += 1;
    returning = setTimeout(open, wait / 2 + (Math.random() * wait) / 2);
  };

  setInterval(() => {
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      if (socket && Date.now() - heard > DEAD) drop();
    } else if (Date.now() - heard > DEAD) drop();
    else sign(false);
  }, BEAT);

  const drop = () => {
    const dead = socket;
    lost(1006);
    dead.close();
  };

  // Where sockets do not work at all.
  setInterval(() => {
    if (live.value || gone) return;
    const url = new URL(location.href);
    url.searchParams.set("number", number());
    htmx.ajax("GET", url.pathname + url.search, { source: "#poll", swap: "none" });
  }, SLOW);

  const back = () => {
    if (document.visibilityState !== "visible") return;
    if (!socket) { tries = 0; open(); }
    else if (socket.readyState === WebSocket.OPEN) sign(false);
  };
  document.addEventListener("visibilitychange", back);
  window.addEventListener("online", back);
  window.addEventListener("pageshow", back);
  // A page that is left keeps no socket, also where the browser keeps the page.
  window.addEventListener("pagehide", () => {
    const left = socket;
    socket = null;
    live.value = "";
    // One that still connects is closed once it is open.
    if (left && left.readyState === WebSocket.OPEN) left.close();
  });

  // ---------------------------------------------------------------- doing

  document.addEventListener("change", (event) => {
    if (event.target.name !== "cards") return;
    sent.delete(event.target.id);
    choose();
  });

  let pressed = "";
  // Cards that were sent with the last button: chosen no longer, once it is done, unless they
  // were chosen anew on a board that came before the answer.
  let sent = new Set();
  document.addEventListener("submit", (event) => {
    if (event.target !== play) return;
    pressed = event.submitter ? event.submitter.value : "";
    sent = new Set(Array.from(boxes()).filter((box) => box.checked).map((box) => box.id));
    if (pressed.startsWith("sort ")) sort = pressed.slice(5);
  }, true);
  // The buttons stand outside of their form, where htmx does not look for them.
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt === play) event.detail.parameters.set("do", pressed);
    // Meanwhile the board may have given way to the score.
    if (event.detail.elt.id === "ask" && !document.getElementById("r-offers")) event.preventDefault();
  });
  // Meanwhile the deal may have ended: there is no hand any more to ask about.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.id === "ask" && !play.elements.seat) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest('button[form="play"][value="clear"]');
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    boxes().forEach((box) => { box.checked = false; });
    choose();
  }, true);

  const LOOKS = /^(sort|discard|offers|keep)/;
  const say = (words) => {
    const place = document.getElementById("r-refusal");
    if (place && words) {
      const box = document.createElement("p");
      box.className = "refusal";
      box.setAttribute("role", "alert");
      box.textContent = words;
      place.hidden = false;
      place.replaceChildren(box);
    }
  };

  document.addEventListener("htmx:beforeSwap", (event) => {
    // Every refusal comes with words, whatever its code.
    const { elt, xhr } = event.detail;
    // What chosen cards could become on a board that is past: ask again.
    const about = xhr.getResponseHeader("Table-Number");
    if (elt.id === "ask" && about && Number(about) < number()) {
      event.detail.shouldSwap = false;
      choose();
      return;
    }
    const html = (xhr.getResponseHeader("Content-Type") || "").startsWith("text/html");
    if (xhr.status >= 400 && xhr.status < 500 && html && xhr.responseText.includes("hx-swap-oob")) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr } = event.detail;
    if (elt !== play) return;
    const done = xhr.status >= 200 && xhr.status < 400;
    if (done) {
      if (!LOOKS.test(pressed)) {
        boxes().forEach((box) => { if (sent.has(box.id)) box.checked = false; });
        const typed = document.getElementById("typed");
        if (typed) typed.value = "";
        choose();
      }
      if (xhr.status === 204) {
        const place = document.getElementById("r-refusal");
        if (place) place.replaceChildren();
      }
    } else if (!xhr.responseText.includes("hx-swap-oob")) {
      const plain = (xhr.getResponseHeader("Content-Type") || "").startsWith("text/plain");
      say(plain && xhr.responseText ? xhr.responseText : play.dataset.failed);
    }
    // No answer, or one about another board: ask at once what holds.
    if (!done && socket && socket.readyState === WebSocket.OPEN) sign(false);
  });

  // An answer may bring another kind of page; a refusal wants to be seen.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt !== play) return;
    document.body.classList.toggle("at-table", main().classList.contains("table"));
    const refusal = document.querySelector("#r-refusal [role=alert]");
    if (refusal) refusal.closest("section").scrollIntoView({ block: "nearest" });
  });

  open();
})();
