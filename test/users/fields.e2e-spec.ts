import { IS_BLANK, tooLong, UNMISTAKABLE_FAULTS } from '../factories/field-rule.js';
import { facultyMember, person } from '../factories/person.js';
import { PROFILE_RULES, USER_RULES } from '../factories/user-field-rules.js';
import type { TestTenant } from '../support/service.js';
import { TestService } from '../support/service.js';

const service = await TestService.ofWorker();

type Row = Record<string, unknown>;

/** Posts a user and returns what is stored. */
async function stored({ sis }: TestTenant, sent: Row): Promise<Row> {
  const answer = await sis.post('/users', sent);
  if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
  return (await sis.get(`/users/${String(answer.body.data['id'])}`)).body.data;
}

/** Posts a user and returns the refused fields with their messages. */
async function complaints({ sis }: TestTenant, sent: Row): Promise<string[]> {
  const { status, body } = await sis.post('/users', sent);
  if (status !== 400 || body.error.code !== 'VALIDATION_FAILED')
    throw new Error(`${status} ${JSON.stringify(body)}`);
  return (body.error.details ?? []).map(({ message }) => message);
}

describe.each(USER_RULES)('the field $field', ({ field, accepts, refuses, cleared, blankClears }) => {
  it('takes what it may hold', async () => {
    const tenant = await service.tenant();
    const ann = person();
    for (const [sent, expected] of accepts)
      expect((await stored(tenant, { ...ann, [field]: sent }))[field]).toEqual(expected);
  });

  it('refuses everything else and changes nothing', async () => {
    const tenant = await service.tenant();
    const ann = person();
    const before = await stored(tenant, ann);
    for (const [sent, problem] of refuses)
      expect(await complaints(tenant, { ...ann, [field]: sent })).toEqual([`${field} ${problem}`]);
    expect(await stored(tenant, ann)).toEqual(before);
  });

  if (cleared !== undefined)
    it(
      `is kept when omitted and cleared to ${JSON.stringify(cleared)} by ` +
        `null${blankClears === true ? ' and by a blank' : ''}`,
      async () => {
        const tenant = await service.tenant();
        const ann = person();
        const [sent, expected] = accepts.at(-1) ?? [];
        for (const clearing of blankClears === true ? [null, '', ' \t'] : [null]) {
          await stored(tenant, { ...ann, [field]: sent });
          expect((await stored(tenant, ann))[field]).toEqual(expected);
          expect((await stored(tenant, { ...ann, [field]: clearing }))[field]).toEqual(cleared);
        }
      },
    );
});

describe.each(PROFILE_RULES)(
  'the field facultyProfile.$field',
  ({ field, accepts, refuses, cleared, blankClears }) => {
    it('takes what it may hold, keeps it when omitted, and is cleared by null', async () => {
      const tenant = await service.tenant();
      const ann = facultyMember();
      const send = async (value: unknown): Promise<unknown> => {
        const { facultyProfile } = await stored(tenant, { ...ann, facultyProfile: { [field]: value } });
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
      const tenant = await service.tenant();
      const ann = facultyMember();
      for (const [sent, problem] of refuses) {
        const sentProfile = { ...ann, facultyProfile: { [field]: sent } };
        expect(await complaints(tenant, sentProfile)).toEqual([`facultyProfile.${field} ${problem}`]);
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
    const tenant = await service.tenant();

    expect((await stored(tenant, person({ externalId })))['legacyNumber']).toBe(legacyNumber);
  });

  it('is never blank and at most 64 characters long, also when the e-mail address matches', async () => {
    const tenant = await service.tenant();
    const ann = person();
    await stored(tenant, ann);

    for (const [externalId, problem] of [...UNMISTAKABLE_FAULTS, ...IS_BLANK, tooLong(64)])
      expect(await complaints(tenant, { ...ann, externalId })).toEqual([`externalId ${problem}`]);
  });
});
