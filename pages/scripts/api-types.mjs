// Writes src/api/openapi.ts, the types of the administration API, from the service's own OpenAPI document.
// --check: writes nothing, and ends with 1 when that file is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensurePageModules } from '../../scripts/pages.mjs';
import { ensureModules, ensureNode, fail, say } from '../../scripts/setup.mjs';

const ADMINISTRATION = '/api/v1/admin/';
const HEADER =
  '// Written by npm run api-types from the OpenAPI document of the service; not to be edited.\n\n';
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

const file = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src/api/openapi.ts');

ensureNode();
await ensureModules();
await ensurePageModules();
const types = await typesOf(schemasOfAdministration(await documentOfService()));
if (!process.argv.includes('--check')) {
  writeFileSync(file, types);
  say('pages/src/api/openapi.ts is written.');
} else if (readFileSync(file, 'utf8') !== types)
  fail('pages/src/api/openapi.ts does not match the OpenAPI document; run npm run api-types and commit it.');

/** Runs from the sources, so that nothing has to be built first. */
async function documentOfService() {
  await import('@swc-node/register/esm-register');
  const { describeApplication } = await import('../../src/bootstrap.ts');
  return describeApplication();
}

/** Keeps only what the administration's calls use, so that a change of other calls does not change the file. */
function schemasOfAdministration({ paths, components: { schemas } }) {
  const calls = Object.entries(paths).filter(([path]) => path.startsWith(ADMINISTRATION));
  const named = namedIn(calls);
  // Iterating over a set includes what is added meanwhile.
  for (const name of named) for (const inner of namedIn(schemas[name])) named.add(inner);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => named.has(name)));
}

function namedIn(part) {
  return new Set([...JSON.stringify(part).matchAll(REFERENCE)].map(([, name]) => name));
}

async function typesOf(schemas) {
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  const document = {
    openapi: '3.0.0',
    info: { title: 'Administration', version: '1' },
    paths: {},
    components: { schemas },
  };
  const nodes = await openapiTypescript(document, {
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return HEADER + astToString(nodes);
}
