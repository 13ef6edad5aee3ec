import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["src/paraglide/", "dist/", "src/lib/protocol.ts"] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // Sets and maps that no screen depends on are plain ones, on purpose.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  { files: ["*.config.{js,ts}", "scripts/**"], languageOptions: { globals: globals.node } },
);
