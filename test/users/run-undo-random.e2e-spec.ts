import { allUsers, userOf } from '../factories/stored-people.js';
import { fc } from '../support/fast-check.js';
import { seedOf } from '../support/random.js';
import { TestService, type TestTenant } from '../support/service.js';
import { undoRun } from '../support/undo.js';

/** `UNDO_RUNS=100 UNDO_SEED=7 npm test -- test/users/run-undo-random.e2e-spec.ts` tries more, or again. */
const numRuns = Number(process.env['UNDO_RUNS'] ?? 8);
const seed = seedOf('UNDO');
const LIMIT_MS = 30_000 + numRuns * 2_000;

type Person = Record<string, unknown> & { readonly id: string };
type People = Map<string, Person>;

const service = await TestService.ofWorker();

/** All users as they are stored, without the time of the last change. */
/** What no undo puts back. */
const OF_EACH_CHANGE = ['updatedAt', 'changedAt', 'bodyHash'];

async function peopleOf(tenant: TestTenant): Promise<People> {
  const rows = (await allUsers(service, tenant)) as Person[];
  const json = (value: unknown): unknown =>
    typeof value === 'string' && value.startsWith('{') ? (JSON.parse(value) as unknown) : value;
  return new Map(
    rows.map((row) => {
      const kept = Object.entries(row).filter(([name]) => !OF_EACH_CHANGE.includes(name));
      return [row.id, Object.fromEntries(kept.map(([name, value]) => [name, json(value)])) as Person];
    }),
  );
}

const post = async ({ sis }: TestTenant, body: object, run?: string): Promise<void> => {
  const { status } = await sis.post('/users', body, run === undefined ? {} : { 'X-Sync-Run': run });
  // A call that asks for another user's address or number is refused with 409 and changes nothing.
  if (![200, 201, 409].includes(status)) throw new Error(`${status} for ${JSON.stringify(body)}`);
};

const of = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** Few addresses and numbers, so that people take them from each other. */
const email = fc.nat(7).map((n) => `${n % 2 === 0 ? 'P' : 'p'}${n}@test.example.edu`);
const externalId = fc.nat(7).map((n) => `N-${n}`);

const anyUser = fc.record(
  {
    email,
    externalId,
    firstName: of('Ann', 'Bo'),
    lastName: of('Lee', 'Cruz'),
    accountType: of('Student', 'Faculty', 'Staff'),
    accountStatus: of('active', 'inactive'),
    degree: of('MA', 'PhD', null),
    role: of('chair', 'student', null),
    userTags: of(['a'], ['a', 'b'], []),
    hideProfilePage: fc.boolean(),
    name: of('A. Lee', null),
    programId: of('edd', 'law', null),
    facultyProfile: fc.record(
      { leaveUntil: of('2027-01-31', null), tools: of(['R'], []), canServeAsChair: fc.boolean() },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['email', 'firstName', 'lastName', 'accountType'] },
);

describe('undoing a run of random posts', () => {
  it(
    'leaves all users as before, except for an address or number that a new user has, and can be undone',
    async () => {
      const calls = fc.array(anyUser, { minLength: 3, maxLength: 25 });
      const before = fc.array(anyUser, { minLength: 1, maxLength: 8 });
      const property = fc.asyncProperty(before, calls, async (known, night) => {
        const tenant = await service.tenant();
        for (const body of known) await post(tenant, body);
        const was = await peopleOf(tenant);
        for (const body of night) await post(tenant, body, 'night');
        const became = await peopleOf(tenant);

        const reversals = await undoRun(service, tenant, 'night');
        const is = await peopleOf(tenant);
        const taken = new Map(reversals.map(({ user, kept }) => [user.id, kept]));
        /** Whether a new user blocks the value, directly or by blocking the user who has it. */
        const hasNewcomer = (id: string, field: string, steps = is.size): boolean => {
          const owner = taken.get(id)?.find((kept) => kept.field === field)?.owner;
          if (owner === undefined || steps === 0 || !/^(email|legacyNumber)$/.test(field)) return false;
          return !was.has(owner) || hasNewcomer(owner, field, steps - 1);
        };
        for (const [id, person] of is) {
          const former = was.get(id);
          if (former === undefined) {
            const hadAccess = became.get(id)?.accountStatus === 'active';
            const undone = hadAccess ? { accountStatus: 'inactive', inactiveCause: 'undone' } : {};
            expect(person).toEqual({ ...became.get(id), ...undone });
          } else {
            const kept = (taken.get(id) ?? []).map(({ field }) => field);
            for (const field of kept)
              expect({ id, field, isTaken: hasNewcomer(id, field) }).toEqual({ id, field, isTaken: true });
            const left = (kept.includes('email') ? [...kept, 'emailKey'] : kept).map((field) => [
              field,
              became.get(id)?.[field],
            ]);
            expect(person).toEqual({ ...former, ...(Object.fromEntries(left) as object) });
          }
        }

        expect((await undoRun(service, tenant, 'night')).flatMap(({ fields }) => fields)).toEqual([]);
        expect(await peopleOf(tenant)).toEqual(is);
        await undoRun(service, tenant, 'undo:night');
        expect(await peopleOf(tenant)).toEqual(became);
      });
      await fc.assert(property, { numRuns, seed, endOnFailure: true });
    },
    LIMIT_MS,
  );

  it(
    'leaves what others changed since, and takes back only its own',
    async () => {
      const FIELDS = ['degree', 'genderPronoun', 'schoolProgram', 'facultyRank'] as const;
      type Field = (typeof FIELDS)[number];
      const step = fc.record({ who: fc.nat(4), field: of(...FIELDS), isOfNight: fc.boolean() });
      const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const tenant = await service.tenant();
        const named = (who: number): Record<string, unknown> => ({
          email: `p${who}@test.example.edu`,
          externalId: `N-${who}`,
          firstName: 'Ann',
          lastName: 'Lee',
          accountType: 'Faculty',
        });
        // The last two people are new.
        for (const who of [0, 1, 2]) await post(tenant, named(who));
        const set = (who: number, field: Field, value: string, run?: string): Promise<void> => {
          const change =
            field === 'facultyRank' ? { facultyProfile: { facultyRank: value } } : { [field]: value };
          return post(tenant, { ...named(who), ...change }, run);
        };

        /**
         * By person and field: the value that an undo restores as long as no other call changes it, and the current
         * value.
         */
        const state = new Map<string, { was: string | null; is: string | null; isOfNight: boolean }>();
        const inserted = new Map<number, 'night' | 'others'>([0, 1, 2].map((who) => [who, 'others']));
        const touched = new Set<number>();
        for (const [n, { who, field, isOfNight }] of steps.entries()) {
          // All values are different, so that none is the former one by chance.
          const value = `value ${n}`;
          await set(who, field, value, isOfNight ? 'night' : 'day');
          const key = `${who} ${field}`;
          const known = state.get(key) ?? { was: null, is: null, isOfNight: false };
          const goesOn = isOfNight && known.isOfNight;
          state.set(key, { was: goesOn ? known.was : known.is, is: value, isOfNight });
          if (!inserted.has(who)) inserted.set(who, isOfNight ? 'night' : 'others');
          else if (!isOfNight) touched.add(who);
        }

        if (steps.some(({ isOfNight }) => isOfNight)) await undoRun(service, tenant, 'night');
        for (const [who, by] of inserted) {
          const data = await userOf(tenant, `N-${who}`);
          const isNew = by === 'night';
          const found = FIELDS.map((field) =>
            field === 'facultyRank'
              ? (data['facultyProfile'] as Record<string, unknown>)[field]
              : data[field],
          );
          const expected = FIELDS.map((field) => {
            const { was = null, is = null, isOfNight = false } = state.get(`${who} ${field}`) ?? {};
            return isOfNight && !isNew ? was : is;
          });
          expect({ who, found }).toEqual({ who, found: expected });
          if (!isNew || !touched.has(who))
            expect(data).toMatchObject({ accountStatus: isNew ? 'inactive' : 'active' });
        }
      });
      await fc.assert(property, { numRuns, seed, endOnFailure: true });
    },
    LIMIT_MS,
  );
});
