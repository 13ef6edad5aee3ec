import { describe, expect, it } from "vitest";
import { parseRoute, type Route, routePath, tidyCode } from "./routes";

function read(path: string): Route {
  const [pathname = "", hash = ""] = path.split("#");
  return parseRoute(pathname, hash && `#${hash}`);
}

describe("routes", () => {
  const routes: Route[] = [
    { name: "home" },
    { name: "create" },
    { name: "table", code: "K7QP" },
    { name: "replay", match: "m-1", deal: 3, step: 0 },
    { name: "replay", match: "m-1", deal: 3, step: 41 },
    { name: "rules", section: null },
    { name: "rules", section: "flush_ties" },
    { name: "learn", step: 1 },
    { name: "learn", step: 6 },
    { name: "me" },
  ];

  it.each(routes.map((route) => [routePath(route), route]))("%s is read back", (path, route) => {
    expect(read(path)).toEqual(route);
  });

  it("read what is odd without failing", () => {
    expect(read("/r/m/zero#x")).toEqual({ name: "replay", match: "m", deal: 1, step: 0 });
    expect(read("/learn#-4")).toEqual({ name: "learn", step: 1 });
    expect(read("/t/%E0%A4%A")).toMatchObject({ name: "table" });
    expect(read("/nowhere")).toEqual({ name: "missing" });
    expect(read("/t/")).toEqual({ name: "home" });
  });
});

describe("a table's code", () => {
  it("is understood as typed, and out of a link", () => {
    expect(tidyCode(" k7-qp ")).toBe("K7QP");
    expect(tidyCode("来玩 https://example.org/t/k7qp#secret")).toBe("K7QP");
  });
});
