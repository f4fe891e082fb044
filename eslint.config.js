import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
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

export default tseslint.config(
  { ignores: ['**/dist', 'coverage', '.data', '**/node_modules', 'pages/src/api/openapi.ts', '**/*.gen.ts'] },
  js.configs.recommended,
  {
    // The nearest tsconfig.json counts: pages/ has its own.
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowEmpty: true }],
      // Entities and DTOs are shapes of data here: a literal with the right fields is one of them.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
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
      },
    },
  },
  prettier,
  {
    rules: {
      'no-restricted-syntax': ['error', ...PACKED_LITERALS],
      'max-len': ['error', { code: 120 }],
    },
  },
  // A migration is never edited once it has landed.
  { files: ['src/database/migrations/[0-9]*'], rules: { 'no-restricted-syntax': 'off', 'max-len': 'off' } },
);
