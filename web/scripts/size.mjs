// Weighs the first load, compressed: all that a newcomer's browser fetches until they sit at the
// table with cards in hand. Fails above the budget, so that nobody has to remember it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const BUDGET = 150_000;
const root = fileURLToPath(new URL("../../src/daguai/page/", import.meta.url));
const chunks = JSON.parse(readFileSync(join(root, ".vite/manifest.json"), "utf8"));

/** The files of a chunk and of all that it imports at once. */
function filesOf(key, found = new Set()) {
  const chunk = chunks[key];
  if (!chunk) throw new Error(`the build has no ${key}`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const style of chunk.css ?? []) found.add(style);
  for (const name of chunk.imports ?? []) filesOf(name, found);
  return found;
}

const weigh = (file) => gzipSync(readFileSync(join(root, file)), { level: 9 }).length;
const total = (files) => [...files].reduce((sum, file) => sum + weigh(file), 0);

const page = new Set(["index.html", "icon.svg", "manifest.webmanifest", ...filesOf("index.html")]);
const play = [...filesOf("src/lobby/Play.svelte")];
const table = new Set(play.filter((file) => !page.has(file)));

for (const [what, files] of [
  ["first screen", page],
  ["table", table],
]) {
  console.log(`${String(total(files)).padStart(8)}  ${what}`);
  for (const file of [...files].sort((a, b) => weigh(b) - weigh(a))) {
    console.log(`${String(weigh(file)).padStart(12)}  ${file}`);
  }
}

const later = readdirSync(join(root, "assets"))
  .map((name) => `assets/${name}`)
  .filter((file) => !page.has(file) && !table.has(file));
const first = total(page) + total(table);
console.log(`first load ${first} bytes compressed, budget ${BUDGET}; on demand ${total(later)}`);
if (first > BUDGET) process.exitCode = 1;
