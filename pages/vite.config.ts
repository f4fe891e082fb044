import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { byIdentifier, hasMacros, withoutMacros } from './scripts/macros.mjs';

const COMPRESSIBLE = /\.(js|css|svg)$/;

/** The sentences: Lingui's macros in the sources, and the catalogues. */
function sentences(): Plugin {
  return {
    name: 'sentences',
    enforce: 'pre',
    async transform(code, id) {
      if (/\/src\/locales\/\w+\.json$/.test(id))
        return { code: `export default ${JSON.stringify(byIdentifier(code))}`, moduleType: 'js' };
      if (!/\/src\/.*\.tsx?$/.test(id) || !hasMacros(code)) return null;
      const { code: plain, map } = await withoutMacros(code, id);
      return { code: plain, map: map === null ? null : JSON.stringify(map) };
    },
  };
}

/** What main.tsx loads before the sentences are known; no other module of the pages may be in its file. */
const BEFORE_THE_SENTENCES =
  /\/src\/(language|reload-once)\.ts$|\/@lingui\/(core|message-utils)\/|vite\/preload-helper/;

/** Packages, and the modules of the pages outside the folders of one subject each, such as runs. */
const NO_PART_OF_A_PAGE = new RegExp(
  '/node_modules/|/pages/src/' +
    '((account|api|layout|login|navigation|palette|ui(?!/(?:dates|list/filters)/))/|[^/]+$)',
);

/**
 * The application is loaded by main.tsx once the language is known. Naming its files in index.html spares the browser
 * the wait for main.tsx before it asks for them.
 */
function preloaded(): Plugin {
  return {
    name: 'preloaded',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        if (path !== '/index.html') return [];
        const chunks = new Map(
          Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
        );
        const entry = [...chunks.values()].find((one) => one.facadeModuleId?.endsWith('/index.html'));
        const start = [...chunks.values()].find((one) => one.facadeModuleId?.endsWith('/src/start.tsx'));
        if (entry === undefined || start === undefined)
          throw new Error('main.tsx and start.tsx have no files.');
        const early = entry.imports.flatMap((name) => chunks.get(name)?.moduleIds ?? []);
        const tooEarly = early.filter((id) => id.includes('/pages/src/') && !BEFORE_THE_SENTENCES.test(id));
        if (tooEarly.length > 0)
          throw new Error(`${tooEarly.join(', ')} would be loaded before the sentences.`);
        const names = [start.fileName, ...start.imports].filter((name) => !html.includes(`/${name}"`));
        return names.map((name) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/admin/${name}` },
        }));
      },
    },
  };
}

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

/** The place of a module's package in package-lock.json; undefined for a module of the pages. */
function placeOf(id: string): string | undefined {
  const [, folder = '', place] = /^\0?(.*?)\/((?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+)/.exec(id) ?? [];
  // A package is beside the lock file, or in the workspace of the pages.
  const inner = existsSync(join(folder, 'package-lock.json')) ? '' : 'pages/';
  return place === undefined ? undefined : `${inner}${place.slice(0, -1)}`;
}

/** Writes the places of the packages that are in the build, for the licences of a release; it is not served. */
function shippedPackages(): Plugin {
  return {
    name: 'shipped-packages',
    apply: 'build',
    writeBundle({ dir = 'dist' }, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const places = modules.flatMap((id) => placeOf(id) ?? []);
      writeFileSync(join(dir, '.packages.json'), JSON.stringify([...new Set(places)].sort()));
    },
  };
}

export default defineConfig({
  base: '/admin/',
  plugins: [sentences(), react(), preloaded(), precompressed(), shippedPackages()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // A data: address would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: ['index.html', 'reference.html'],
      output: {
        // What two pages need is loaded once and together; otherwise there were dozens of files of a few hundred bytes.
        codeSplitting: {
          groups: [
            { name: 'language', test: BEFORE_THE_SENTENCES, priority: 2 },
            // The only module of the pages that the reference needs.
            { name: 'colours', test: /\/src\/colours\.ts$/, priority: 2 },
            { name: 'shared', test: NO_PART_OF_A_PAGE, minShareCount: 2, priority: 1 },
            // The first page needs none of these.
            { name: 'parts', minShareCount: 2 },
          ],
        },
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
