import { jest } from '@jest/globals';
import { join } from 'node:path';

import { folderOfFile } from '../support/folders.js';
import { TestService } from '../support/service.js';
import { feedFile, outcomeOf } from './support/feeding.js';
import { mappingFile, placesOf } from './support/places.js';
import { type Expected, sources } from './support/user-sources.js';

// Two nights of files as universities have them: 19 s on two cores that two other runs kept busy.
jest.setTimeout(90_000);

const service = await TestService.ofWorker();
const directory = folderOfFile('real-input');

/** The answers of both nights, when the same file is sent twice and contains every person once. */
function nights(expected: Expected): object[] {
  const { inserted, refusals = {}, skipped = {}, warnings = {} } = expected;
  const common = { code: Object.keys(refusals).length > 0 ? 1 : 0, updated: 0, refusals, skipped, warnings };
  return [
    { ...common, inserted, unchanged: 0 },
    { ...common, inserted: 0, unchanged: inserted },
  ];
}

describe.each(sources)('People from $name', ({ folder, map, open, expected, person }) => {
  it.each(placesOf(folder))(
    'are unchanged in the second night ($origin)',
    async ({ origin, directory: place }) => {
      const tenant = await service.tenant();
      const file = await open(place, directory);
      const mapping = map === undefined ? undefined : mappingFile(map);
      const feedIt = () => feedFile(service, tenant, file, directory, mapping);
      const outcomes = [outcomeOf(await feedIt()), outcomeOf(await feedIt())];
      expect(outcomes).toEqual(nights(expected[origin]));
      const example = person?.[origin];
      if (example !== undefined) {
        const { body } = await tenant.sis.get(`/users/${encodeURIComponent(String(example.legacyNumber))}`);
        expect(body.data).toMatchObject(example);
      }
    },
  );
});

// The same person before and after a change: in one file, each night would undo and repeat the change.
it.each(placesOf('mit-registrar'))(
  'Each nightly difference of a registrar is applied once ($origin)',
  async (place) => {
    const tenant = await service.tenant();
    const noNames = 'firstName is required; lastName is required';
    const quoted = 'email must be an e-mail address, such as ann.lee@example.edu';
    const differences: [string, object][] = [
      ['small_sample', { updated: 2, refusals: {} }],
      ['user_new', { unchanged: 1, refusals: {} }],
      ['user_existing', { updated: 0, inserted: 0, refusals: { [quoted]: 1 } }],
      ['user_updated', { inserted: 1, refusals: {} }],
      ['thesis_new', { inserted: 0, refusals: { [noNames]: 1 } }],
      ['thesis_existing', { inserted: 0, refusals: { [noNames]: 1 } }],
    ];
    const map = mappingFile('mit-registrar.json');
    const feedIt = (file: string) => feedFile(service, tenant, join(place.directory, file), directory, map);
    await feedIt('registrar.csv');
    for (const [name, expected] of differences) {
      const file = `delta/registrar_data_${name}.csv`;
      expect(outcomeOf(await feedIt(file))).toMatchObject(expected);
      expect(outcomeOf(await feedIt(file))).toMatchObject({ inserted: 0, updated: 0 });
    }
  },
);
