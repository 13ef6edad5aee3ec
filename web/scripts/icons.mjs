// Renders public/icon.svg into the PNGs that phones ask for; needs librsvg's rsvg-convert.
// Run by hand when the drawing changes; what it makes is committed.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../public/", import.meta.url));
const drawing = readFileSync(`${folder}icon.svg`, "utf8");
const square = drawing.replace('rx="112"', 'rx="0"');
// A mask may cut a circle out of the middle four fifths: everything that matters stays inside.
const masked = square.replace(
  '<g transform="translate(256 282) scale(1.16)">',
  '<g transform="translate(256 274) scale(0.9)">',
);

for (const [name, size, svg] of [
  ["icon-192.png", 192, drawing],
  ["icon-512.png", 512, drawing],
  ["icon-maskable-512.png", 512, masked],
  ["apple-touch-icon.png", 180, square],
]) {
  const source = `${folder}.${name}.svg`;
  writeFileSync(source, svg);
  execFileSync("rsvg-convert", ["-w", size, "-h", size, "-o", `${folder}${name}`, source]);
  rmSync(source);
}
