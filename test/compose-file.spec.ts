import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import formats from 'ajv-formats';

import { composeFile, interpolate, rawComposeFile } from './support/compose-file.js';
import { readDocument } from './support/markdown.js';
import { PROJECT_ROOT } from './support/service-process.js';

const SCHEMA = 'node_modules/dclint/schemas/compose.schema.json';

/** The schema of the Compose Specification. */
const isComposeFile = (() => {
  const schema = JSON.parse(readFileSync(join(PROJECT_ROOT, SCHEMA), 'utf8')) as object;
  // Its name of the JSON Schema draft is of another form than ajv has.
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  return ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
})();

const { services, volumes } = composeFile({ SERVER_KEY: 'k'.repeat(32) });

/** The file with another text in the place of one. */
function changed(text: string, other: string): unknown {
  const written = JSON.stringify(rawComposeFile());
  expect(written).toContain(text);
  return JSON.parse(written.replace(text, other));
}

describe('docker/compose.yml', () => {
  it('is a Compose file', () => {
    isComposeFile(rawComposeFile());
    expect(isComposeFile.errors).toBeNull();
  });

  it.each([
    ['a mistyped key of a service', '"stop_grace_period"', '"stop_grace_perod"'],
    ['a mistyped key of a health check', '"start_period"', '"start_after"'],
    ['a mistyped key of the file', '"services"', '"service"'],
    ['a mistyped condition', '"service_healthy"', '"healthy"'],
    ['a text for a number', '"retries":40', '"retries":["40"]'],
  ])('would be refused with %s', (_, text, other) => {
    expect(isComposeFile(changed(text, other))).toBe(false);
  });

  it('sets variables that the service has', () => {
    const known = [...readDocument('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    const set = Object.keys(services['service']?.environment ?? {});
    expect(set.length).toBeGreaterThan(2);
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('keeps data in volumes that it has', () => {
    const used = Object.values(services).flatMap(({ volumes: places }) =>
      places.map((place) => place.split(':')[0]),
    );
    expect(used.sort()).toEqual(Object.keys(volumes).sort());
  });

  it('does not start without a server key, and says what to do', () => {
    expect(() => composeFile({})).toThrow(/SERVER_KEY: set SERVER_KEY to 32 or more/);
  });
});

describe('variables of a Compose file', () => {
  it.each([
    ['$$NAME', '$NAME'],
    ['${NAME}', 'ann'],
    ['${NAME:-ben}', 'ann'],
    ['${OTHER:-ben}', 'ben'],
    ['${OTHER}', ''],
    ['a-${NAME:?is missing}-b', 'a-ann-b'],
  ])('%s is %s', (text, expected) => {
    expect(interpolate(text, { NAME: 'ann' })).toBe(expected);
  });
});
