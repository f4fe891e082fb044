// npm run build: compiles the client and the service into `dist` (docs/decisions/0071, 0075), then joins the modules
// behind the service's two programs in a few files, so that a start resolves and reads fewer of them
// (docs/decisions/0072).
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Beside our own modules: packages of many small modules, which are slow to find. */
const PACKAGES = [
  '@nestjs/[a-z-]+',
  '@opentelemetry/api',
  '@sqltools/formatter',
  'ansis',
  'bintrees',
  'class-transformer',
  'class-validator',
  'dayjs',
  'dedent',
  'es-toolkit',
  'iterare',
  'libphonenumber-js',
  'prom-client',
  'rxjs',
  'sql-highlight',
  'tdigest',
  'tslib',
  'typeorm',
  'uid',
  'validator',
];
const JOINED = new RegExp(`^(?:${PACKAGES.join('|')})(?:/|$)`);
/** They require class-validator and typeorm while they run, and must get the joined copies. */
const LOADED_LATE =
  /@nestjs\/(?:mapped-types\/dist\/type-helpers\.utils|typeorm\/dist\/common\/typeorm-compat)\.js$/;
/** Apart from each other: what they share would be cut into small files, by which commands load it. */
const PROGRAMS = [
  { names: ['main', 'compile'], folder: 'joined' },
  { names: ['cli/main'], folder: 'cli-joined' },
];
const GUIDES = 'http/openapi/guides';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const dist = join(root, 'dist');

/** `#client` is no package: package.json says which file it is. */
const isBare = (id) => !/^[./#\0]/.test(id);

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
  transform(code, id) {
    if (!LOADED_LATE.test(id)) return null;
    // Without it Rolldown sees what the module requires.
    const line = 'const require = createRequire(import.meta.url);';
    if (!code.includes(line)) throw new Error(`${id} is other than expected`);
    return code.replace(line, '');
  },
};

/** Ends the process when that fails. */
function compile(...words) {
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', ...words], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(dist, { recursive: true, force: true });
// Unchecked, as the types that it needs are made from the service.
compile('client/tsconfig.build.json', '--noCheck', '--outDir', join(dist, 'client'));
compile('tsconfig.build.json');
// Beside the module that reads them, and where it is joined.
for (const copy of [GUIDES, 'joined/guides'])
  cpSync(join(root, 'src', GUIDES), join(dist, copy), { recursive: true });

/** @param {(typeof PROGRAMS)[number]} programs */
async function joinModules({ names, folder }) {
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(dist, `${name}.js`)])),
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
    chunkFileNames: `${folder}/[name].js`,
    // The names of DTO classes are those of the OpenAPI document.
    keepNames: true,
  });
  await bundle.close();
}

for (const programs of PROGRAMS) await joinModules(programs);
