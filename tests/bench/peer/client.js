// Plays at a boardgame.io server, as `wire.py` does at ours: four sockets a table; a move is done
// when all the other sockets have the state after it.
//   node client.js URL TABLES WARM MOVES
// Prints "ready" when TABLES have played WARM moves each, waits for a line, plays MOVES more at
// each table (all tables at once) and prints the milliseconds and bytes as JSON.
"use strict";
const http = require("http");
const { io } = require("socket.io-client");

const [url, ...numbers] = process.argv.slice(2);
const [TABLES, WARM, MOVES] = numbers.map(Number);
const SEATS = [0, 1, 2, 3];
const LOST = 10000; // milliseconds after which a move has failed
const agent = new http.Agent({ keepAlive: true });
let bytes = 0;

function post(path, data) {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify(data);
    const headers = { "content-type": "application/json", "content-length": body.length };
    const request = http.request(url + path, { method: "POST", agent, headers }, (answer) => {
      let text = "";
      answer.on("data", (piece) => { text += piece; });
      answer.on("end", () => resolve(JSON.parse(text)));
    });
    request.on("error", reject);
    request.end(body);
  });
}

async function open() {
  const { matchID } = await post("/games/cards/create", { numPlayers: SEATS.length });
  const table = { matchID, keys: [], sockets: [], seen: SEATS.map(() => -1), turn: 0, told: null };
  for (const seat of SEATS) {
    const place = { playerID: String(seat), playerName: `p${seat}` };
    const joined = await post(`/games/cards/${matchID}/join`, place);
    table.keys.push(joined.playerCredentials);
  }
  await Promise.all(SEATS.map((seat) => connect(table, seat)));
  return table;
}

function connect(table, seat) {
  const socket = io(`${url}/cards`, { transports: ["websocket"], forceNew: true });
  table.sockets.push(socket);
  const saw = (number) => {
    table.seen[seat] = Math.max(table.seen[seat], number);
    if (table.told) table.told();
  };
  socket.on("update", (match, state) => saw(state._stateID));
  socket.on("patch", (match, before, after) => saw(after));
  return new Promise((resolve) => {
    socket.on("connect", () => {
      socket.io.engine.on("packet", ({ data }) => { bytes += data ? data.length : 0; });
      socket.emit("sync", table.matchID, String(seat), table.keys[seat], SEATS.length);
    });
    socket.on("sync", (match, { state }) => { saw(state._stateID); resolve(); });
  });
}

function move(table) {
  return new Promise((resolve, reject) => {
    const seat = table.turn;
    const others = SEATS.filter((other) => other !== seat);
    const number = Math.max(...table.seen);
    const lost = setTimeout(() => reject(new Error("a move was lost")), LOST);
    const start = process.hrtime.bigint();
    table.told = () => {
      if (!others.every((other) => table.seen[other] > number)) return;
      clearTimeout(lost);
      table.told = null;
      table.turn = (seat + 1) % SEATS.length;
      resolve(Number(process.hrtime.bigint() - start) / 1e6);
    };
    const payload = { type: "play", args: [0], playerID: String(seat), credentials: table.keys[seat] };
    const action = { type: "MAKE_MOVE", payload };
    table.sockets[seat].emit("update", action, number, table.matchID, String(seat));
  });
}

async function round(tables, moves) {
  const times = [];
  await Promise.all(tables.map(async (table) => {
    for (let i = 0; i < moves; i++) times.push(await move(table));
  }));
  return times;
}

async function main() {
  const tables = [];
  for (let i = 0; i < TABLES; i++) tables.push(await open());
  await round(tables, WARM);
  console.log("ready");
  await new Promise((resolve) => process.stdin.once("data", resolve));
  bytes = 0;
  const times = await round(tables, MOVES);
  console.log(JSON.stringify({ times, bytes }));
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
