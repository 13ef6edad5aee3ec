// Weighs the first load: everything index.html names, and what those files import at once.
// Fails above the budget, so that nobody has to remember it.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const BUDGET = 150_000;
const root = fileURLToPath(new URL("../../src/daguai/page/", import.meta.url));

/** Files that `file` pulls in without being asked: static imports and module preloads. */
function links(file, text) {
  if (file.endsWith(".html")) {
    return [...text.matchAll(/(?:src|href)="\/?([^"#:]+\.(?:js|css|svg|png|webmanifest))"/g)].map(
      (hit) => join(root, hit[1]),
    );
  }
  if (!file.endsWith(".js")) return [];
  return [...text.matchAll(/(?:^|[;}\s])import(?:[\w*{}\s,$]+from)?["'](\.[^"']+)["']/g)].map(
    (hit) => resolve(dirname(file), hit[1]),
  );
}

const weighed = new Map();
const queue = [join(root, "index.html")];
while (queue.length > 0) {
  const file = queue.pop();
  if (weighed.has(file)) continue;
  const bytes = readFileSync(file);
  weighed.set(file, gzipSync(bytes, { level: 9 }).length);
  queue.push(...links(file, bytes.toString("utf8")));
}

let first = 0;
for (const [file, size] of [...weighed].sort((a, b) => b[1] - a[1])) {
  first += size;
  console.log(`${String(size).padStart(8)}  ${relative(root, file)}`);
}
const later = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => /\.(?:js|css)$/.test(file) && !weighed.has(file))
  .reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);

console.log(`first load ${first} bytes compressed, budget ${BUDGET}; loaded later ${later}`);
if (first > BUDGET) process.exitCode = 1;
