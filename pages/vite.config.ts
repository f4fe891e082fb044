import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|svg)$/;

/**
 * Writes `.gz` and `.br` beside the files that never change, so that the service sends bytes and compresses nothing.
 * index.html is left out: it gets a nonce with every answer.
 */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!COMPRESSIBLE.test(name)) continue;
        const path = join(dir, name);
        const content = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
      }
    },
  };
}

export default defineConfig({
  base: '/admin/',
  plugins: [react(), precompressed()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // A data: address would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // What two pages need is loaded once and together; otherwise there were dozens of files of a few hundred bytes.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
        // Named by page: keys-list-<hash>.js.
        chunkFileNames: ({ facadeModuleId, name }) => {
          const folder = /\/src\/([^/]+)\/[^/]+$/.exec(facadeModuleId ?? '')?.[1];
          return `assets/${folder === undefined ? '' : `${folder}-`}${name}-[hash].js`;
        },
      },
    },
  },
  server: {
    // The service that the pages talk to during development.
    proxy: { '/api': process.env.SERVICE_URL ?? 'http://127.0.0.1:3000' },
  },
});
