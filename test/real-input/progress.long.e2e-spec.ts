import { isDeepStrictEqual } from 'node:util';

import { jest } from '@jest/globals';

import { folderOfFile } from '../support/folders.js';
import { DeltaReader } from '../support/progress-reader.js';
import { TestService, type TestTenant } from '../support/service.js';
import { feedFile } from './support/feeding.js';
import { comparable, countsOf } from './support/records.js';
import {
  expectedRecord,
  type Night,
  nightOf,
  type Origin,
  ORIGINS,
  studentsOf,
  toLine,
} from './support/theses.js';

type Counts = Record<string, number>;

interface Loaded {
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
}

// Each test feeds thousands of theses, some of them twice.
jest.setTimeout(120_000);

const service = await TestService.ofWorker();
const scratch = folderOfFile('theses');

function countBy(items: readonly string[]): Counts {
  const counts: Counts = {};
  for (const item of items) counts[item] = (counts[item] ?? 0) + 1;
  return counts;
}

async function loadPeople(tenant: TestTenant, night: Night): Promise<Loaded & { refusals: Counts }> {
  const { summary, refusals } = await feedFile(service, tenant, night.usersFile, scratch);
  const { inserted, updated, unchanged } = summary;
  return { inserted, updated, unchanged, refusals };
}

async function loadTheses(
  tenant: TestTenant,
  night: Night,
): Promise<Loaded & { refused: Counts; warned: Counts }> {
  const answers = await tenant.workflow.bulk('/progress/bulk', [...night.theses.values()].map(toLine));
  const lines = answers.slice(0, -1) as { error?: { message: string }; warnings?: { code: string }[] }[];
  const { inserted, updated, unchanged } = answers.at(-1)?.['summary'] as Loaded;
  return {
    inserted,
    updated,
    unchanged,
    refused: countBy(lines.flatMap(({ error }) => error?.message ?? [])),
    warned: countBy(lines.flatMap(({ warnings = [] }) => warnings.map(({ code }) => code))),
  };
}

/** The source's number of every person, by the service's ID; read by a bulk call that changes nothing. */
async function numbersOf(tenant: TestTenant, { users }: Night): Promise<Map<string, string>> {
  const answers = await tenant.sis.bulk('/users/bulk', [...users.values()]);
  const externalIds = [...users.keys()];
  expect(answers.at(-1)).toMatchObject({ summary: { unchanged: users.size } });
  return new Map(externalIds.map((externalId, index) => [String(answers[index]?.['id']), externalId]));
}

function recordsOf(night: Night): Map<string, object> {
  return new Map(studentsOf(night).map((student) => [student.externalId, expectedRecord(student, night)]));
}

/** The students whose records differ between two states of the source. */
function affected(before: Night, after: Night): string[] {
  const [old, now] = [recordsOf(before), recordsOf(after)];
  return [...now.keys()].filter((student) => !isDeepStrictEqual(old.get(student), now.get(student))).sort();
}

/** The source's numbers of the students in the next delta. */
async function deltaOf(reader: DeltaReader): Promise<string[]> {
  return (await reader.sync(500)).map(({ legacyNumber }) => legacyNumber ?? '').sort();
}

/** Compares one by one, because the difference of two large maps is slow to print and hard to read. */
function differences(reader: DeltaReader, numbers: ReadonlyMap<string, string>, night: Night): object[] {
  const expected = recordsOf(night);
  const copy = new Map([...reader.copy.values()].map((record) => [record.legacyNumber ?? '', record]));
  return [...new Set([...copy.keys(), ...expected.keys()])].flatMap((student) => {
    const record = copy.get(student);
    const pair = { shown: record && comparable(record, numbers), source: expected.get(student) };
    return isDeepStrictEqual(pair.shown, pair.source) ? [] : [pair];
  });
}

/**
 * The counts of a reader, and the answers of the service. Nothing is refused; two impossible dates are kept.
 */
const FIRST_LOAD: Record<Origin, object> = {
  all: {
    people: { inserted: 6183, updated: 0, unchanged: 0, refusals: {} },
    theses: { inserted: 2457, updated: 0, unchanged: 0, refused: {}, warned: { OVER_CAPACITY: 551 } },
    counts: {
      students: 2813,
      theses: 2457,
      defended: 2232,
      withDefenceDay: 1334,
      withStart: 366,
      defendedBeforeStart: 2,
      seats: 7019,
      withoutChair: 19,
      emptyCommittees: 7,
      notAscii: 909,
      longestTitle: 395,
    },
  },
  sample: {
    people: { inserted: 33, updated: 0, unchanged: 0, refusals: {} },
    theses: { inserted: 8, updated: 0, unchanged: 0, refused: {}, warned: {} },
    counts: {
      students: 9,
      theses: 8,
      defended: 8,
      withDefenceDay: 7,
      withStart: 1,
      defendedBeforeStart: 1,
      seats: 23,
      withoutChair: 2,
      emptyCommittees: 1,
      notAscii: 1,
      longestTitle: 185,
    },
  },
};

/**
 * For each night: the number of people and theses that change, and of the records in the next delta. Most changes of
 * people change no record: a year of graduation, a rank, a field of expertise. On the last night 200 faculty change,
 * and those who become external are members of five committees.
 */
const NIGHTS: Record<Origin, [day: string, changes: [number, number], delta: [number, number]][]> = {
  all: [
    ['2021-07-01', [6183, 2457], [2813, 2457]],
    ['2021-07-02', [15, 12], [0, 12]],
    ['2023-01-25', [866, 545], [771, 545]],
    ['2023-01-26', [200, 0], [5, 0]],
  ],
  sample: [
    ['2021-07-01', [33, 8], [9, 8]],
    ['2021-07-02', [2, 2], [0, 2]],
    ['2023-01-25', [4, 0], [4, 0]],
    ['2023-01-26', [6, 0], [2, 0]],
  ],
};

describe.each(ORIGINS)('Theses of two libraries (%s)', (origin) => {
  it('come out record for record as they went in', async () => {
    const tenant = await service.tenant();
    const night = await nightOf(origin, 'undated', scratch);
    const people = await loadPeople(tenant, night);
    const theses = await loadTheses(tenant, night);
    const reader = new DeltaReader(tenant.sis);
    const came = await deltaOf(reader);
    const numbers = await numbersOf(tenant, night);
    expect(came).toEqual([...recordsOf(night).keys()].sort());
    expect(differences(reader, numbers, night)).toEqual([]);
    expect({ people, theses, counts: countsOf(reader.copy.values()) }).toEqual(FIRST_LOAD[origin]);
    expect(await deltaOf(reader)).toEqual([]);
  });

  it('are followed by deltas with exactly the affected students', async () => {
    const tenant = await service.tenant();
    const reader = new DeltaReader(tenant.sis);
    let numbers: Map<string, string> | undefined;
    let before: Night = { usersFile: '', users: new Map(), theses: new Map() };
    for (const [day, changes, delta] of NIGHTS[origin]) {
      const night = await nightOf(origin, day, scratch);
      const withPeople = { ...night, theses: before.theses };
      const people = await loadPeople(tenant, night);
      const byPeople = await deltaOf(reader);
      expect(byPeople).toEqual(affected(before, withPeople));
      const theses = await loadTheses(tenant, night);
      const byTheses = await deltaOf(reader);
      expect(byTheses).toEqual(affected(withPeople, night));

      numbers ??= await numbersOf(tenant, night);
      expect(differences(reader, numbers, night)).toEqual([]);
      const changed = [people, theses].map(({ inserted, updated }) => inserted + updated);
      expect({ changed, delta: [byPeople.length, byTheses.length] }).toEqual({ changed: changes, delta });
      before = night;
    }
    expect(await deltaOf(reader)).toEqual([]);
  });
});
