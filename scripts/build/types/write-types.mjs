// write-types.mjs <file of the pages> <file of the client> <file of the client for Python>: writes the types from the
// service's own OpenAPI document. It runs from the sources, so that nothing has to be built first; the loader for these
// needs a process of its own.
import '@swc-node/register/esm-register';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { createClient } from '@hey-api/openapi-ts';

import { documentOfClient, documentOfPages, ENVELOPE_DATA } from './documents.mjs';
import { pythonTypesOf } from './python-types.mjs';

const HEADER =
  '// Written by npm run api-types from the OpenAPI document of the service; not to be edited.\n\n';

const { describeApplication } = await import('../../../src/bootstrap.ts');
const { envelopeSchema } = await import('../../../src/sync/envelope/envelope-schema.ts');
const document = await describeApplication();
const [ofPages, ofClient, ofPython] = process.argv.slice(2);
const calls = documentOfClient(document, envelopeSchema(ENVELOPE_DATA));
write(ofPages, HEADER + (await typesOf(documentOfPages(document))));
write(ofClient, HEADER + (await typesOf(calls)));
write(ofPython, pythonTypesOf(calls));

function write(file, types) {
  if (existsSync(file) && readFileSync(file, 'utf8') === types) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, types);
}

async function typesOf(input) {
  const folder = mkdtempSync(join(tmpdir(), 'api-types-'));
  try {
    await createClient({
      input,
      output: { path: folder, clean: false },
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent', file: false },
    });
    return readFileSync(join(folder, 'types.gen.ts'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
