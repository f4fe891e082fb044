// Writes the packages that the service ships, as CycloneDX, into sbom.cdx.json. npm's own `--omit dev` (11.19) omits
// most packages that a development dependency needs too, such as @nestjs/common.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const LARGEST_BYTES = 64 * 1024 * 1024;
const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const options = { cwd: root, maxBuffer: LARGEST_BYTES, stdio: ['ignore', 'pipe', 'inherit'] };
const document = JSON.parse(execFileSync('npm', words, options));

// npm lists a package in two places once, perhaps as a development dependency; the lock file has both.
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const needed = new Set(
  Object.entries(packages)
    .filter(([, { dev = false }]) => !dev)
    .map(([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`),
);
const components = document.components.filter((component) => needed.has(component['bom-ref']));
const shipped = new Set(
  [document.metadata.component, ...components].map((component) => component['bom-ref']),
);
const dependencies = document.dependencies
  .filter(({ ref }) => shipped.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) }));
writeFileSync(
  join(root, 'sbom.cdx.json'),
  `${JSON.stringify({ ...document, components, dependencies }, null, 2)}\n`,
);
process.stdout.write(`sbom.cdx.json names ${components.length} packages.\n`);
