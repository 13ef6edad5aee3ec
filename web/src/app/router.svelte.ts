import { parseRoute, type Route, routePath } from "./routes";

let current: Route = $state(parseRoute(location.pathname, location.hash));

function read(): void {
  current = parseRoute(location.pathname, location.hash);
}

addEventListener("popstate", read);
addEventListener("hashchange", read);

/** Where the page is; reactive. */
export function route(): Route {
  return current;
}

/** Go somewhere; with `replace` going back skips the present place. */
export function go(to: Route | string, options: { replace?: boolean } = {}): void {
  const path = typeof to === "string" ? to : routePath(to);
  const here = path === location.pathname + location.hash;
  if (here || options.replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  const before = current.name;
  read();
  if (current.name !== before) scrollTo(0, 0);
}

/** Follow our own links without loading the page anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) {
    return;
  }
  if (parseRoute(link.pathname).name === "missing") return;
  event.preventDefault();
  go(link.pathname + link.hash);
}
