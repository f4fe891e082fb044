// npm run build: compiles the service into `dist` (docs/decisions/0071), then joins the modules behind its two programs
// in a few files, so that a start resolves and reads fewer of them (docs/decisions/0072).
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Beside our own modules: packages of many small ES modules, which are slow to load. */
const JOINED = /^(?:@nestjs\/[a-z-]+|es-toolkit)(?:\/|$)/;
const GUIDES = 'http/openapi/guides';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

const isBare = (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('\0');

/** The folder of the package that this folder would load; undefined when it is not installed. */
function packageFor(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    // `node_modules` may be a link.
    if (existsSync(found)) return realpathSync(found);
    if (folder === dirname(folder)) return undefined;
  }
}

/**
 * Leaves other packages where they are.
 * @throws {Error} when a joined module would then load another copy of a package than it does by itself
 */
const leavePackages = {
  name: 'leave-packages',
  resolveId(id, importer) {
    if (importer === undefined || !isBare(id)) return null;
    const [, name] = /^((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
    const own = packageFor(name, dirname(importer));
    if (JOINED.test(id) && own !== undefined) return null;
    if (own !== undefined && own !== packageFor(name, dist))
      throw new Error(`${importer} loads its own copy of ${name}, which a joined module cannot`);
    return { id, external: true };
  },
};

rmSync(dist, { recursive: true, force: true });
const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
const compiled = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
// Beside the module that reads them, and where it is joined.
for (const copy of [GUIDES, 'joined/guides'])
  cpSync(join(root, 'src', GUIDES), join(dist, copy), { recursive: true });

const bundle = await rolldown({
  input: { main: join(dist, 'main.js'), 'cli/main': join(dist, 'cli/main.js') },
  platform: 'node',
  plugins: [leavePackages],
  // Decorators and modules that only register something are there for what they do, not for what they export.
  treeshake: false,
  logLevel: 'warn',
});
await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  // As deep as the modules were: some read files beside `dist`.
  chunkFileNames: 'joined/[name].js',
  // The names of DTO classes are those of the OpenAPI document.
  keepNames: true,
});
await bundle.close();
