// Writes src/openapi/types.gen.ts, the types of the client, from the service's own OpenAPI document.
// --check: writes nothing, and ends with 1 when that file is out of date.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensureClientModules } from '../../scripts/client.mjs';
import { ensureModules, ensureNode, fail, say } from '../../scripts/setup.mjs';

const BASES = ['/api/v1/integration', '/api/v1/workflow', '/api/v1/sandbox'];
const HEADER =
  '// Written by npm run client-types from the OpenAPI document of the service; not to be edited.\n\n';
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;
/** The published schema of an envelope's data, under the name that its type gets. */
const ENVELOPE_DATA = 'EnvelopeData';

const file = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src/openapi/types.gen.ts');

ensureNode();
await ensureModules();
await ensureClientModules();
const types = await typesOf(documentOfClient(await documentOfService()));
if (!process.argv.includes('--check')) {
  writeFileSync(file, types);
  say('client/src/openapi/types.gen.ts is written.');
} else if (readFileSync(file, 'utf8') !== types)
  fail(
    'client/src/openapi/types.gen.ts does not match the OpenAPI document; run npm run client-types and commit it.',
  );

/** Runs from the sources, so that nothing has to be built first. */
async function documentOfService() {
  await import('@swc-node/register/esm-register');
  const { describeApplication } = await import('../../src/bootstrap.ts');
  const { envelopeSchema } = await import('../../src/sync/envelope/envelope-schema.ts');
  return withEnvelopeData(await describeApplication(), envelopeSchema(ENVELOPE_DATA));
}

/** The document says only that an envelope's data is an object; the published JSON Schema says what is in it. */
function withEnvelopeData(document, data) {
  const { schemas } = document.components;
  schemas[ENVELOPE_DATA] = asOpenApi30(data);
  schemas.EnvelopeDto.properties.data = { $ref: `#/components/schemas/${ENVELOPE_DATA}` };
  return document;
}

/** JSON Schema says `null` by a type or a value, OpenAPI 3.0 by `nullable`. */
function asOpenApi30({ type, required, properties }) {
  return JSON.parse(JSON.stringify({ type, required, properties }), (_, part) => {
    if (Array.isArray(part?.type)) return { ...part, type: part.type[0], nullable: true };
    if (Array.isArray(part?.enum) && part.enum.includes(null))
      return { ...part, type: 'string', nullable: true };
    return part;
  });
}

/** The calls of the two APIs and what they use, so that a change of other calls does not change the file. */
function documentOfClient({ paths, components: { schemas } }) {
  const calls = Object.entries(paths).filter(([path]) =>
    BASES.some((base) => path === base || path.startsWith(`${base}/`)),
  );
  const named = namedIn(calls);
  // Iterating over a set includes what is added meanwhile.
  for (const name of named) for (const inner of namedIn(schemas[name])) named.add(inner);
  const kept = Object.entries(schemas).filter(([name]) => named.has(name));
  const document = {
    openapi: '3.0.0',
    info: { title: 'Integration API', version: '1' },
    paths: Object.fromEntries(calls.map(([path, item]) => [path, withoutCommonParts(item)])),
    components: { schemas: Object.fromEntries(kept) },
  };
  return withoutDto(document);
}

/** Headers and refusals are the same for every call; their types would be half of the file. */
function withoutCommonParts(item) {
  return Object.fromEntries(
    Object.entries(item).map(([method, { parameters = [], responses, ...operation }]) => [
      method,
      {
        ...operation,
        parameters: parameters.filter((parameter) => parameter.in !== 'header'),
        responses: Object.fromEntries(Object.entries(responses).filter(([status]) => Number(status) < 300)),
      },
    ]),
  );
}

function namedIn(part) {
  return new Set([...JSON.stringify(part).matchAll(REFERENCE)].map(([, name]) => name));
}

/** UserDto is User to a caller. */
function withoutDto(document) {
  const { schemas } = document.components;
  document.components.schemas = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name.replace(/Dto$/, ''), schema]),
  );
  return JSON.parse(
    JSON.stringify(document).replace(
      REFERENCE,
      (_, name) => `"#/components/schemas/${name.replace(/Dto$/, '')}"`,
    ),
  );
}

async function typesOf(document) {
  const { createClient } = await import('@hey-api/openapi-ts');
  const folder = mkdtempSync(join(tmpdir(), 'client-types-'));
  try {
    await createClient({
      input: document,
      output: { path: folder, clean: false },
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent', file: false },
    });
    return HEADER + readFileSync(join(folder, 'types.gen.ts'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
