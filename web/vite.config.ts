import { fileURLToPath } from "node:url";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: "./project.inlang",
      outdir: "./src/paraglide",
      strategy: ["localStorage", "preferredLanguage", "baseLocale"],
    }),
    svelte(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/worker",
      filename: "sw.ts",
      // Registered by src/app/updates.svelte.ts, which knows when a reload disturbs nobody.
      injectRegister: false,
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,svg,webmanifest}"],
        dontCacheBustURLsMatching: /^assets\//,
      },
      manifest: {
        id: "/",
        name: "大怪路子 Da Guai Lu Zi",
        short_name: "大怪路子",
        description: "六人三对三的上海牌戏。Shanghai's card game for six.",
        lang: "zh-CN",
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: "#1b5a3f",
        theme_color: "#0a2a1e",
        categories: ["games", "entertainment"],
        icons: [
          { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "icon-512.png", sizes: "512x512", type: "image/png" },
          {
            src: "icon-maskable-512.png",
            sizes: "512x512",
            type: "image/png",
            purpose: "maskable",
          },
        ],
        shortcuts: [
          { name: "两分钟学会 Learn", url: "/learn" },
          { name: "规则 Rules", url: "/rules" },
        ],
      },
    }),
  ],
  resolve: { alias: { $lib: here("./src/lib") } },
  build: {
    // The server serves the page from inside the Python package.
    outDir: here("../src/daguai/page"),
    emptyOutDir: true,
    manifest: true, // for scripts/size.mjs
    target: "es2022",
    // Everything is a file of its own: the content policy allows no data in addresses.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8000",
      "/ws": { target: "ws://127.0.0.1:8000", ws: true },
    },
  },
  test: {
    include: ["src/**/*.test.ts"],
    environment: "node",
  },
});
