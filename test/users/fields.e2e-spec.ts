import { IS_BLANK, tooLong, UNMISTAKABLE_FAULTS } from '../factories/field-rule.js';
import { facultyMember, person } from '../factories/person.js';
import { PROFILE_RULES, USER_RULES } from '../factories/user-field-rules.js';
import { storedId, userOf } from '../factories/stored-people.js';
import type { Row } from '../support/answers.js';
import type { TestTenant } from '../support/service.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

/** Posts a user and returns what is stored. */
const stored = async (sent: Row): Promise<Row> => userOf(tenant, await storedId(tenant, sent));

/** Posts a user and returns the refused fields with their messages. */
async function complaints(sent: Row): Promise<string[]> {
  const { status, body } = await tenant.sis.post('/users', sent);
  if (status !== 400 || body.error.code !== 'VALIDATION_FAILED')
    throw new Error(`${status} ${JSON.stringify(body)}`);
  return (body.error.details ?? []).map(({ message }) => message);
}

describe.each(USER_RULES)('the field $field', ({ field, accepts, refuses, cleared, blankClears }) => {
  it('takes what it may hold', async () => {
    const ann = person();
    for (const [sent, expected] of accepts)
      expect((await stored({ ...ann, [field]: sent }))[field]).toEqual(expected);
  });

  it('refuses everything else and changes nothing', async () => {
    const ann = person();
    const before = await stored(ann);
    for (const [sent, problem] of refuses)
      expect(await complaints({ ...ann, [field]: sent })).toEqual([`${field} ${problem}`]);
    expect(await stored(ann)).toEqual(before);
  });

  if (cleared !== undefined)
    it(
      `is kept when omitted and cleared to ${JSON.stringify(cleared)} by ` +
        `null${blankClears === true ? ' and by a blank' : ''}`,
      async () => {
        const ann = person();
        const [sent, expected] = accepts.at(-1) ?? [];
        for (const clearing of blankClears === true ? [null, '', ' \t'] : [null]) {
          await stored({ ...ann, [field]: sent });
          expect((await stored(ann))[field]).toEqual(expected);
          expect((await stored({ ...ann, [field]: clearing }))[field]).toEqual(cleared);
        }
      },
    );
});

describe.each(PROFILE_RULES)(
  'the field facultyProfile.$field',
  ({ field, accepts, refuses, cleared, blankClears }) => {
    it('takes what it may hold, keeps it when omitted, and is cleared by null', async () => {
      const ann = facultyMember();
      const send = async (value: unknown): Promise<unknown> => {
        const { facultyProfile } = await stored({ ...ann, facultyProfile: { [field]: value } });
        return (facultyProfile as Row)[field];
      };
      for (const [sent, expected] of accepts) expect(await send(sent)).toEqual(expected);
      for (const clearing of blankClears === true ? [null, ' '] : [null]) {
        const [sent, expected] = accepts.at(-1) ?? [];
        await send(sent);
        expect(await send(undefined)).toEqual(expected);
        expect(await send(clearing)).toEqual(cleared);
      }
    });

    it('refuses everything else', async () => {
      const ann = facultyMember();
      for (const [sent, problem] of refuses) {
        const sentProfile = { ...ann, facultyProfile: { [field]: sent } };
        expect(await complaints(sentProfile)).toEqual([`facultyProfile.${field} ${problem}`]);
      }
    });
  },
);

describe('the field externalId', () => {
  it.each([
    [' S-77 ', 'S-77'],
    ['é/ 7?', 'é/ 7?'],
    ['\u{1F600}'.repeat(64), '\u{1F600}'.repeat(64)],
  ])('%j becomes the legacyNumber %j', async (externalId, legacyNumber) => {
    expect((await stored(person({ externalId })))['legacyNumber']).toBe(legacyNumber);
  });

  it('is never blank and at most 64 characters long, also when the e-mail address matches', async () => {
    const ann = person();
    await stored(ann);

    for (const [externalId, problem] of [...UNMISTAKABLE_FAULTS, ...IS_BLANK, tooLong(64)])
      expect(await complaints({ ...ann, externalId })).toEqual([`externalId ${problem}`]);
  });
});
