/** Where one can be on the page; each has an address that can be kept and sent. */
export type Route =
  | { name: "home" }
  | { name: "create" }
  | { name: "table"; code: string }
  | { name: "replay"; match: string; deal: number; step: number }
  | { name: "rules"; section: string | null }
  | { name: "learn"; step: number }
  | { name: "me" }
  | { name: "missing" };

function number(text: string, least: number): number {
  const value = Number.parseInt(text, 10);
  return Number.isFinite(value) ? Math.max(least, value) : least;
}

/** Read an address. */
export function parseRoute(path: string, hash = ""): Route {
  const [first = "", ...rest] = path.split("/").filter(Boolean).map(decode);
  const mark = decode(hash.replace(/^#/, ""));
  switch (first) {
    case "":
      return { name: "home" };
    case "new":
      return { name: "create" };
    case "t":
      if (!rest[0]) return { name: "home" };
      return { name: "table", code: tidyCode(rest[0]) };
    case "r":
      if (!rest[0]) return { name: "missing" };
      return {
        name: "replay",
        match: rest[0],
        deal: number(rest[1] ?? "", 1),
        step: number(mark, 0),
      };
    case "rules":
      return { name: "rules", section: mark || null };
    case "learn":
      return { name: "learn", step: number(mark, 1) };
    case "me":
      return { name: "me" };
    default:
      return { name: "missing" };
  }
}

/** Write an address; `parseRoute` reads it back. */
export function routePath(route: Route): string {
  const word = encodeURIComponent;
  switch (route.name) {
    case "create":
      return "/new";
    case "table":
      return `/t/${word(route.code)}`;
    case "replay":
      return `/r/${word(route.match)}/${route.deal}${route.step ? `#${route.step}` : ""}`;
    case "rules":
      return `/rules${route.section ? `#${word(route.section)}` : ""}`;
    case "learn":
      return `/learn${route.step > 1 ? `#${route.step}` : ""}`;
    case "me":
      return "/me";
    default:
      return "/";
  }
}

/** A table's code as typed or pasted: a whole link is understood, too. */
export function tidyCode(text: string): string {
  const link = /\/t\/([^/?#\s]+)/.exec(text);
  return decode(link?.[1] ?? text)
    .replace(/[\s-]/g, "")
    .toUpperCase();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
