/** The table screen on made-up games, for looking at it: `?scene=follow&lang=en`. Not built. */
import { mount } from "svelte";
import "../../app/base.css";
import { chooseLocale } from "../../lib/locale.svelte";
import Demo from "./Demo.svelte";

const query = new URLSearchParams(location.search);
chooseLocale(query.get("lang") === "en" ? "en" : "zh");
document.documentElement.lang = query.get("lang") === "en" ? "en" : "zh";
mount(Demo, {
  target: document.getElementById("app") as HTMLElement,
  props: { scene: query.get("scene") ?? "follow" },
});
