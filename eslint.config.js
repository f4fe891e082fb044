import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import lingui from 'eslint-plugin-lingui';
import tseslint from 'typescript-eslint';

const PACKED =
  'Write the members out: a literal that is spread into another one dodges the excess-property check of the ' +
  'type checker.';
const PACKED_LITERALS = ['ObjectExpression', 'ArrayExpression'].flatMap((literal) =>
  ['', ':matches(TSAsExpression, TSSatisfiesExpression) > '].map((asserted) => ({
    selector: `${literal} > SpreadElement > ${asserted}${literal}`,
    message: PACKED,
  })),
);

const OWN_TIME = [
  'NewExpression[callee.name="Date"][arguments.length=0]',
  'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
].map((selector) => ({
  selector,
  message: 'Ask nowOf(scope) for the time of the tenant, or wallTime() for that of the world.',
}));

/** A list of what is allowed, `expect([200, 201]).toContain(status)`, is none. */
const TUPLE = {
  selector:
    'MemberExpression:not([property.name=/^toContain/]) > CallExpression[callee.name="expect"] > ' +
    'ArrayExpression:has(> :not(SpreadElement) ~ :not(SpreadElement))',
  message:
    'A failure of a tuple does not say what its elements are. Give them names: ' +
    'expect({ status, code }).toEqual({ status: 404, code: ... }), or expect(answer).toMatchObject({ status: 404 }).',
};

/** Texts that are no sentences. */
const NOT_SENTENCES = {
  ignore: [
    // Codes, addresses, keys of tables: one word that begins with a small letter or has only capitals.
    '^[^A-Za-z]*$',
    '^[a-z0-9_.:/#?=&@%*-][^ ]*$',
    '^[A-Z0-9_]+$',
    // Times, paths of drawings, commands, selectors.
    '^T\\d\\d:',
    '^M[\\d,. ]*L?[\\d,. ]*$',
    '^(curl| ?-H|input,) ',
    // Formats of dates, encodings.
    '^[YMD./-]+$',
    '^UTF-\\d+$',
    // Names of keys, products and languages.
    '^(Ctrl K|⌘ K|Esc|OneLogin|English|Español|\\(none\\))$',
    // Invented values of the examples in empty lists.
    '^(Lee, Ann|Ann Lee|SIS nightly|S-77|PhD|Ph\\.D\\.|Okta|12×|POST /\\S+)$',
  ],
  ignoreNames: ['sx', 'style', 'className', 'key', 'aria-keyshortcuts', 'gridTemplateColumns', 'xs', 'md'],
  ignoreFunctions: ['Error', '*.querySelector', 'active', 'onAsk', 'localStorageStore'],
  useTsTypes: true,
};

export default tseslint.config(
  { ignores: ['**/dist', 'coverage', '.data', '**/node_modules', 'pages/src/api/openapi.ts', '**/*.gen.ts'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    // What needs types is in .oxlintrc.json.
    extends: [tseslint.configs.base, tseslint.configs.eslintRecommended],
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
    rules: {
      'no-unused-vars': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
  prettier,
  {
    rules: {
      'no-restricted-syntax': ['error', ...PACKED_LITERALS, TUPLE],
      'max-len': ['error', { code: 120 }],
    },
  },
  {
    // A tenant may have a clock of its own: decision 0062.
    files: ['src/**/*.ts'],
    ignores: [
      '**/*.spec.ts',
      'src/tenancy/time/tenant-clock.ts',
      'src/{background,cli,concurrency,config,database,demo,http,metrics,startup}/**',
    ],
    rules: { 'no-restricted-syntax': ['error', ...PACKED_LITERALS, ...OWN_TIME] },
  },
  {
    // Every sentence of the pages comes from a catalogue: docs/decisions/0060-languages.md.
    files: ['pages/src/**/*.ts', 'pages/src/**/*.tsx'],
    // The reference is in English, as the document that it shows.
    ignores: ['pages/src/locales/**', 'pages/src/reference/**', 'pages/src/colours.ts', 'pages/src/theme.ts'],
    plugins: { lingui },
    // For `useTsTypes`.
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'lingui/no-unlocalized-strings': ['error', NOT_SENTENCES],
      'lingui/no-single-variables-to-translate': 'error',
      'lingui/no-trans-inside-trans': 'error',
      // A sentence is one line of a template.
      'max-len': ['error', { code: 120, ignoreTemplateLiterals: true }],
    },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'fast-check', message: 'Import fc from test/support/fast-check.ts, which has a fixed seed.' },
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'Math',
          property: 'random',
          message: 'Use randomFrom(seedOf(…)) of test/support/random.ts.',
        },
      ],
    },
  },
  { files: ['test/support/fast-check.ts'], rules: { 'no-restricted-imports': 'off' } },
  // A sentence of a catalogue is one literal, which is searched for as a whole.
  { files: ['src/texts/es/*'], rules: { 'max-len': 'off' } },
  // A migration is never edited once it has landed.
  { files: ['src/database/migrations/[0-9]*'], rules: { 'no-restricted-syntax': 'off', 'max-len': 'off' } },
);
