// Writes the packages that each part ships, as CycloneDX: sbom-service.cdx.json, sbom-pages.cdx.json and
// sbom-client.cdx.json.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePages } from './pages.mjs';
import { PARTS } from './release/packages.mjs';
import { sbomOf } from './release/sbom.mjs';
import { ensureModules, ensureNode, run } from './setup.mjs';

ensureNode();
await ensureModules();
await ensurePages();

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { ok, stdout } = await run('git', ['log', '-1', '--format=%ct']);
// An unpacked archive has no history.
const time = ok ? Number(stdout) : 0;
for (const part of PARTS) {
  const name = `sbom-${part.part}.cdx.json`;
  const document = sbomOf(root, part, time);
  writeFileSync(join(root, name), `${JSON.stringify(document, null, 2)}\n`);
  process.stdout.write(`${name} names ${document.components.length} packages.\n`);
}
