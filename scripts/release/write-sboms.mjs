// Writes the packages that each part ships, as CycloneDX: sbom-service.cdx.json, sbom-pages.cdx.json,
// sbom-client.cdx.json and sbom-python.cdx.json.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureClient } from '../build/client.mjs';
import { ensurePages } from '../build/pages.mjs';
import { PARTS } from './packages.mjs';
import { sbomOf, sbomOfPython } from './sbom.mjs';
import { ensureModules, ROOT, run } from '../setup/setup.mjs';

await ensureModules();
await ensurePages();
await ensureClient();

const { ok, stdout } = await run('git', ['log', '-1', '--format=%ct']);
// An unpacked archive has no history.
const time = ok ? Number(stdout) : 0;
const documents = PARTS.map((part) => [part.part, sbomOf(ROOT, part, time)]);
for (const [part, document] of [...documents, ['python', sbomOfPython(ROOT, time)]]) {
  const name = `sbom-${part}.cdx.json`;
  writeFileSync(join(ROOT, name), `${JSON.stringify(document, null, 2)}\n`);
  process.stdout.write(`${name} names ${document.components.length} packages.\n`);
}
