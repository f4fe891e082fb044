import { person } from '../factories/person.js';
import { Desk } from '../support/desk.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();
let desk: Desk;

beforeAll(async () => {
  desk = await Desk.open(service);
  await desk.tenant.sis.bulk('/users/bulk', [
    person({ externalId: 'zh', firstName: '小明', lastName: '王' }),
    person({ externalId: 'ja', firstName: 'さくら', lastName: '佐々木' }),
    person({ externalId: 'ko', firstName: '서연', lastName: '김' }),
    person({ externalId: 'th', firstName: 'สมชาย', lastName: 'ใจดี' }),
    person({ externalId: 'whole', firstName: '-', lastName: '歐陽修' }),
    person({ externalId: 'latin', firstName: 'Ming', lastName: 'Wang' }),
  ]);
});

const SEARCHES = [
  ['王小明', ['zh']],
  ['小明', ['zh']],
  ['明', ['zh']],
  ['小明王', ['zh']],
  ['王 小明', ['zh']],
  ['王　明', ['zh']],
  ['佐々木さくら', ['ja']],
  ['木さ', ['ja']],
  ['김서연', ['ko']],
  ['연', ['ko']],
  ['ชาย', ['th']],
  ['陽修', ['whole']],
  ['明王小', []],
  ['ing', []],
  ['wang', ['latin']],
] as const;

describe('a name in a script without spaces', () => {
  it.each(SEARCHES)('is found among users by any part of it: %s', async (q, people) => {
    expect(await desk.column(`users?q=${encodeURIComponent(q)}`, 'legacyNumber')).toEqual([
      [...people],
      people.length,
    ]);
  });

  // A student's record has the name in one order only.
  it.each(SEARCHES.filter(([q]) => q !== '小明王'))(
    'is found among students by any part of it: %s',
    async (q, people) => {
      expect(await desk.column(`progress?q=${encodeURIComponent(q)}`, 'legacyNumber')).toEqual([
        [...people],
        people.length,
      ]);
    },
  );
});
