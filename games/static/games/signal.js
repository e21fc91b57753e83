// Tells a person that it is their turn, by a sound or a vibration, if they asked for it.
(() => {
  "use strict";
  const wanted = (document.body.dataset.signals || "").split(" ");
  let audio = null;
  // Browsers let a page make a sound once somebody has touched it.
  const wake = () => (audio = audio || new AudioContext()).resume();

  const note = (pitch, at) => {
    const tone = new OscillatorNode(audio, { frequency: pitch, type: "triangle" });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.25, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.55);
  };
  const signal = (name) => {
    if (name === "vibration" && navigator.vibrate) navigator.vibrate([90, 60, 90]);
    if (name !== "sound" || !audio || audio.state !== "running") return;
    note(659, audio.currentTime);
    note(880, audio.currentTime + 0.16);
  };

  // Where it is chosen, it is heard and felt at once.
  document.addEventListener("change", ({ target }) => {
    if (target.value === "on") wake().then(() => signal(target.name));
  });

  if (wanted.includes("sound")) for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, wake);
  const mine = () => Boolean(document.querySelector("#r-status.yours"));
  let before = mine();
  new MutationObserver(() => {
    if (mine() && !before) wanted.forEach(signal);
    before = mine();
  }).observe(document.getElementById("main"), { subtree: true, childList: true, attributeFilter: ["class"] });
})();
