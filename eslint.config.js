// What ESLint looks for in the scripts of the pages. Names that are not there are the TypeScript
// compiler's to find, the form of a line is Prettier's.
import js from "@eslint/js";

export default [
  { ignores: [".venv/", "var/", "docs/", "**/vendor/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "off",
      "no-unused-vars": "off",
      complexity: ["error", 12],
      "consistent-return": "error",
      curly: ["error", "multi-line", "consistent"],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-depth": ["error", 3],
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", { max: 50, skipComments: true, skipBlankLines: true }],
      "no-alert": "error",
      "no-console": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-param-reassign": "error",
      "no-restricted-globals": ["error", "name", "event", "status"],
      "no-restricted-syntax": [
        "error",
        {
          selector: "VariableDeclarator > Identifier.id[name=/^(told|found|one|said|held|each)$/]",
          message: "Say what the value is.",
        },
        {
          selector: "AssignmentExpression > MemberExpression.left[object.name='window']",
          message: "Export it from its module, and import it where it is wanted.",
        },
        {
          selector:
            "AssignmentExpression > MemberExpression.left[property.name=/^(inner|outer)HTML$/]",
          message: "Make elements, or take a template of the page: text is never read as HTML.",
        },
      ],
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
