// A boardgame.io server with a game as large as a deal of Samba: 162 cards, four secret hands.
// Environment: PORT; STORE=memory or flat (a file a table, in DIR).
"use strict";
const { FlatFile, Origins, Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const CARDS = 162;
const HAND = 14;
const SEATS = [0, 1, 2, 3];
const OPEN = 32; // cards that lie open before older ones join the pile
const LINES = 8; // of the log that everybody sees

function shuffled(seed) {
  const cards = [...Array(CARDS).keys()];
  for (let i = CARDS - 1; i > 0; i--) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    const j = seed % (i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

// One card of the hand goes down, one comes from the stock: what a turn of draw and discard is.
function play({ G, playerID }, index) {
  const hand = G.hands[playerID];
  if (index >= hand.length) return INVALID_MOVE;
  const [card] = hand.splice(index, 1);
  G.table.push(card);
  if (G.table.length > OPEN) G.pile.push(G.table.shift());
  if (!G.deck.length) [G.deck, G.pile] = [G.pile, []];
  hand.push(G.deck.shift());
  G.log.push(`${playerID} played ${card}`);
  if (G.log.length > LINES) G.log.shift();
}

const game = {
  name: "cards",
  minPlayers: SEATS.length,
  maxPlayers: SEATS.length,
  disableUndo: true,
  setup: () => {
    const cards = shuffled(7);
    return {
      hands: SEATS.map((seat) => cards.slice(seat * HAND, (seat + 1) * HAND)),
      deck: cards.slice(SEATS.length * HAND),
      table: [],
      pile: [],
      names: ["Ann", "Bo", "Cleo", "Dag"],
      log: ["start"],
      facing: Object.fromEntries(cards.slice(0, 40).map((card) => [card, card % 2])),
    };
  },
  // Nobody is sent what is hidden from them.
  playerView: ({ G, playerID }) => ({
    ...G,
    deck: G.deck.length,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play: { client: false, move: play } },
};

const options = { games: [game], origins: [Origins.LOCALHOST] };
if (process.env.STORE === "flat") options.db = new FlatFile({ dir: process.env.DIR });
Server(options).run({ port: Number(process.env.PORT), callback: () => console.log("up") });
process.on("SIGTERM", () => process.exit(0));
