// Writes the packages that each part ships, as CycloneDX: sbom-service.cdx.json, sbom-pages.cdx.json and
// sbom-client.cdx.json.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePages } from '../build/pages.mjs';
import { PARTS } from './packages.mjs';
import { sbomOf } from './sbom.mjs';
import { ensureModules, ROOT, run } from '../setup/setup.mjs';

await ensureModules();
await ensurePages();

const { ok, stdout } = await run('git', ['log', '-1', '--format=%ct']);
// An unpacked archive has no history.
const time = ok ? Number(stdout) : 0;
for (const part of PARTS) {
  const name = `sbom-${part.part}.cdx.json`;
  const document = sbomOf(ROOT, part, time);
  writeFileSync(join(ROOT, name), `${JSON.stringify(document, null, 2)}\n`);
  process.stdout.write(`${name} names ${document.components.length} packages.\n`);
}
