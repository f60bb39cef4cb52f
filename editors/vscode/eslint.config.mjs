import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "scripts/", "eslint.config.mjs"] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { project: "./tsconfig.json" } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // node:test's describe and it return promises that its runner awaits.
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", name: ["test", "it", "describe"], package: "node:test" }] },
      ],
      // A class that implements an interface is one of its kind, whichever constructor made it.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "max-len": ["error", { code: 120, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true }],
    },
  },
);
