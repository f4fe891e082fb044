// The program of the client's package (docs/decisions/0093): the feed of src/cli in one file, with the packages that it
// needs, so that `npx` fetches nothing else.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { licencesAt, noticesOf } from '../release/licences.mjs';

/** From dist/bin: the library beside it, as it is. */
const LIBRARY = '../index.js';
/** The place of a module's package in package-lock.json. */
const PLACE = /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+/;

/**
 * Writes the program, the licences of the packages in it, and their places for the SBOM.
 * @param root the project, whose packages are installed
 * @param dist the build of the client
 */
export async function buildProgram(root, dist) {
  const bundle = await rolldown({
    cwd: root,
    input: { 'integration-api': join(root, 'src/cli/client-program.ts') },
    platform: 'node',
    external: ['#client'],
    resolve: {
      extensionAlias: { '.js': ['.ts', '.js'] },
      // jsonc-parser's other form cannot be joined.
      mainFields: ['module', 'main'],
      // A release links the packages of this machine, and its bytes must not name where they are.
      symlinks: false,
    },
    // No module that it imports is there for what it does.
    treeshake: { moduleSideEffects: false },
    logLevel: 'warn',
  });
  const { output } = await bundle.write({
    dir: join(dist, 'bin'),
    format: 'esm',
    entryFileNames: '[name].js',
    // Written as one file.
    codeSplitting: false,
    paths: { '#client': LIBRARY },
  });
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const found = modules.flatMap(
    (id) => PLACE.exec(relative(root, id.replace('\0', '')))?.[0].slice(0, -1) ?? [],
  );
  const places = [...new Set(found)].sort();
  writeFileSync(join(dist, '.packages.json'), JSON.stringify(places));
  writeFileSync(join(dist, 'bin/THIRD-PARTY-NOTICES.txt'), noticesOf(licencesAt(root, places)));
}
