// Tells a person that it is their turn, by a sound, a vibration or a note, if they asked for it.
const wanted = (document.body.dataset.signals || "").split(" ");
let audio = null;
// Browsers let a page make a sound once somebody has touched it.
const wake = () => (audio = audio || new AudioContext()).resume();

const tone = (pitch, at) => {
  const source = new OscillatorNode(audio, { frequency: pitch, type: "triangle" });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.25, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + 0.55);
};
// What the device shows while the page lies behind others.
const note = async () => {
  if (!document.hidden || !window.Notification || Notification.permission !== "granted") return;
  const options = { tag: location.pathname, icon: document.getElementById("icon").dataset.turn };
  const worker = navigator.serviceWorker && (await navigator.serviceWorker.getRegistration());
  // Phones show notes only through a worker, computers without one too.
  if (worker && worker.showNotification) {
    return worker.showNotification(document.title, { ...options, data: { url: location.pathname } });
  }
  const shown = new Notification(document.title, options);
  shown.onclick = () => { window.focus(); shown.close(); };
};
const signal = (name) => {
  if (name === "vibration" && navigator.vibrate) navigator.vibrate([90, 60, 90]);
  if (name === "note") setTimeout(() => note().catch(() => {}), 100); // once the title has changed too
  if (name !== "sound" || !audio || audio.state !== "running") return;
  tone(659, audio.currentTime);
  tone(880, audio.currentTime + 0.16);
};

// Where it is chosen, it is heard and felt at once.
document.addEventListener("change", ({ target }) => {
  if (target.value !== "on") return;
  if (target.name === "sound") wake().then(() => signal("sound"));
  if (target.name === "vibration") signal("vibration");
});

if (wanted.includes("sound")) for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, wake);
const mine = () => Boolean(document.querySelector("#r-status.yours"));
let before = mine();
new MutationObserver(() => {
  if (mine() && !before) wanted.forEach(signal);
  before = mine();
}).observe(document.getElementById("main"), { subtree: true, childList: true, attributeFilter: ["class"] });
