// SPDX-License-Identifier: MIT
// Faults only; the look of the text is Prettier's business.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
    { ignores: ['dist/', 'node_modules/'] },
    js.configs.recommended,
    ...ts.configs.strict,
    ...svelte.configs.recommended,
    { languageOptions: { globals: { ...globals.browser, ...globals.node, ...globals.serviceworker } } },
    {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    },
    {
        rules: {
            eqeqeq: 'error',
            'prefer-const': ['error', { destructuring: 'all' }],
            'no-var': 'error',
            'no-shadow': 'off',
            '@typescript-eslint/consistent-type-imports': 'error',
            '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
            // The types say what cannot be missing; an assertion in one place is plainer than a branch that never runs.
            '@typescript-eslint/no-non-null-assertion': 'off',
        },
    },
    // Svelte's own rule knows that properties may change from outside; {' '} is how a space survives.
    {
        files: ['**/*.svelte'],
        rules: { 'prefer-const': 'off', 'svelte/prefer-const': 'error', 'svelte/no-useless-mustaches': 'off' },
    },
    // TypeScript checks names itself.
    { files: ['**/*.ts', '**/*.svelte'], rules: { 'no-undef': 'off' } },
);
