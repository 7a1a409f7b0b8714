import js from '@eslint/js';
import a11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist',
      'node_modules',
      '.tanstack',
      '**/*.gen.ts',
      'test-results',
      'playwright-report',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
      reactHooks.configs.flat['recommended-latest'],
      a11y.flatConfigs.strict,
    ],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Routes answer with thrown redirects and errors: that is TanStack Router's own way.
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // In the contract '' means empty, so `||` on texts says what is meant.
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true } },
      ],
      // A handler may start something and not wait for it; React ignores what it returns.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword',
          message: 'Do not launder a type through unknown: narrow it, or fix the OpenAPI document.',
        },
        {
          selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
          message: 'Values are text, never HTML.',
        },
        {
          selector: 'Property[key.name=/^(query|mutation)Key$/] > ArrayExpression',
          message: 'Keys stand in src/api/keys.ts, beside what a change of them makes stale.',
        },
        {
          selector:
            ':matches(CallExpression[callee.name="navigate"], CallExpression[callee.property.name="navigate"]) Property[key.name="ignoreBlocker"]',
          message: 'Use useLeadOn: what is done leads on, whatever holds its page.',
        },
        {
          selector:
            'Program:has(:matches(ImportDeclaration, ImportExpression)[source.value=/(Dialog|ConfirmButton)$/]) :matches(ImportSpecifier[imported.name=/^use(Navigate|Router)$/], MemberExpression[property.name="useNavigate"])',
          message:
            'Use useLeadOn: a dialog that is busy holds its page, also from what it leads to.',
        },
        {
          // A test awaits what it imports.
          selector:
            'ImportExpression:not(AwaitExpression > ImportExpression):not(CallExpression[callee.name="lazyPart"] ImportExpression)',
          message: 'Use lazyPart, in a Part: a file that does not come costs that part alone.',
        },
      ],
      'max-lines': ['error', 500],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@mantine/dates',
              importNames: ['DateInput', 'DateTimePicker'],
              message: 'Use DateField: it reads the day before the month.',
            },
            {
              name: 'react',
              importNames: ['lazy'],
              message: 'Use lazyPart, in a Part: a file that does not come costs that part alone.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/components/lazy-part.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['src/components/use-lead-on.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['e2e/**'],
    rules: { 'react-hooks/rules-of-hooks': 'off', 'no-empty-pattern': 'off' },
  },
  {
    files: ['src/color-scheme.js', 'eslint.config.js'],
    languageOptions: {
      globals: { document: 'readonly', localStorage: 'readonly', matchMedia: 'readonly' },
    },
  },
  {
    files: ['src/shell-worker.js'],
    languageOptions: {
      globals: {
        caches: 'readonly',
        fetch: 'readonly',
        Request: 'readonly',
        self: 'readonly',
        URL: 'readonly',
      },
    },
  },
);
