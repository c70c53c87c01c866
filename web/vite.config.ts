// SPDX-License-Identifier: MIT
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// One script and one style sheet with content-hashed names; the server embeds dist/ as it is.
export default defineConfig({
    plugins: [svelte()],
    base: './',
    build: { outDir: 'dist', assetsDir: 'assets', target: 'es2022', sourcemap: false, modulePreload: false },
    server: { proxy: { '/v1': 'http://127.0.0.1:9001' } },
    test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
