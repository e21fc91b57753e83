// The board by keys: arrows through the hand, one key for each button. And a discard by two taps.
const TWICE = 400; // milliseconds between two taps on the same card
const boxes = () => Array.from(document.querySelectorAll(".hand input"));

// The card to which a key leads; from outside of the hand those to the sides lead into it.
const step = (key) => {
  const cards = boxes();
  const at = cards.indexOf(document.activeElement);
  if (at < 0) return document.activeElement.matches("body, [tabindex], [form=play]") && { ArrowRight: cards[0], ArrowLeft: cards[cards.length - 1] }[key];
  const top = (card) => card.closest("li").offsetTop;
  const row = cards.filter((card) => top(card) === top(cards[0])).length;
  const far = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row, Home: -at, End: cards.length - 1 - at }[key];
  return far === undefined ? null : cards[at + far] || cards[at];
};

// Keys are for the board, and not for what lies over it.
const heard = (target) => (target === document.body || target.closest("#main"))
  && !target.matches("textarea, select, input:not([type=checkbox])")
  && Array.from(document.querySelectorAll("#keys")).every((list) => !list.getClientRects().length);

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !heard(target)) return;
  const card = step(key);
  const named = document.querySelectorAll(`body:not(.no-keys) [aria-keyshortcuts="${CSS.escape(key)}"]`);
  const button = Array.from(named).find((one) => one.offsetParent && getComputedStyle(one).pointerEvents !== "none");
  if (card || button || (event.repeat && target.matches("button"))) event.preventDefault();
  if (card) card.focus();
  else if (button && !event.repeat) button.click();
});

let tapped = false; // by a finger or a mouse: keys choose cards too
let first = { at: -TWICE }; // the card that was chosen alone, and when
document.addEventListener("click", ({ target, detail }) => { tapped = tapped || (detail > 0 && Boolean(target.closest(".pick"))); });
document.addEventListener("change", ({ target, timeStamp }) => {
  if (target.name !== "cards") return;
  const quick = tapped && first.box === target && timeStamp - first.at < TWICE;
  const again = quick && document.querySelector("body:not(.once) #r-offers[data-twice]");
  const alone = tapped && target.checked && boxes().every((box) => box === target || !box.checked);
  tapped = false;
  first = alone ? { box: target, at: timeStamp } : { at: -TWICE };
  if (!again) return;
  target.checked = true;
  const sure = Object.assign(document.createElement("button"), { name: "do", value: `sure ${target.value}`, hidden: true });
  document.getElementById("play").append(sure);
  sure.click();
  sure.remove();
});
