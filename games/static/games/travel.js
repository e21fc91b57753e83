// A card that is played is seen to travel from where it was to where it goes.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const find = (selector) => document.querySelector(selector);
const count = (selector) => Number((find(selector) || { textContent: 0 }).textContent);
const melds = () => Array.from(document.querySelectorAll(".meld"));
const look = () => ({ pile: count(".pile .num"), stock: count(".stock .num"), melds: new Set(melds().map((meld) => meld.innerHTML)) });

// (where it comes from, where it goes), by what is there now and was not before.
const way = (before, now, hand) => {
  if (now.pile > before.pile) return ["hand", find(".pile .card")];
  if (now.pile < before.pile) return ["pile", hand];
  if (now.stock < before.stock) return ["stock", hand];
  return ["hand", melds().find((meld) => !before.melds.has(meld.innerHTML))];
};

window.travel = (change) => {
  if (!document.startViewTransition || still.matches || document.hidden || !find("#r-piles")) return change();
  const actor = find(".seat.acting .fan");
  const before = look();
  const from = { stock: find(".stock .card"), pile: find(".pile .card"), hand: actor || find(".pick :checked + .card, .draft .card") };
  const call = (name, place) => { if (place) place.style.viewTransitionName = name; };
  Object.entries(from).forEach(([name, place]) => call(name, place));
  let to = null;
  const transition = document.startViewTransition(() => {
    Object.values(from).forEach((place) => call("", place));
    change();
    const [name, place] = way(before, look(), actor || find(".hand .new .card"));
    call(name, (to = place));
  });
  transition.ready.catch(() => {}); // another change came before its end
  transition.finished.finally(() => call("", to));
};
