import { setLimits } from '../factories/deprovisioning-limits.js';
import { type Memory, memoryNow } from '../support/memory.js';
import { ENTERPRISE, type ScimAnswer, USER } from '../support/scim.js';
import { connectProvider, filtered } from '../support/scim-providers.js';
import { TestService } from '../support/service.js';

/** `SYNC_PEOPLE=100000 npm test -- test/scim/whole-sync.e2e-spec.ts` synchronises a large university. */
const PEOPLE = Number(process.env['SYNC_PEOPLE'] ?? 1000);
/** Entra ID has several requests on their way. */
const AT_ONCE = 16;
/** Every 50th person changes between two cycles. */
const CHANGED = 50;
const LEAVERS = Math.min(500, PEOPLE / 4);
const MAY_LEAVE = LEAVERS / 5;
/** What a process may keep besides: compiled code, pools, caches of bounded size. */
const HEAP_MAY_GROW_MIB = 24;
const HOURS_MS = 4 * 3_600_000;

/** The answers that are no success. */
const failures: string[] = [];

const service = await TestService.ofWorker();
const entra = await connectProvider(service, { Accept: 'application/scim+json' });

beforeAll(() => setLimits(service, entra.tenant, { mode: 'hold', perDay: { count: MAY_LEAVE } }));

const nameOf = (index: number): string => `person.${index}@test.example.edu`;
const numbers = Array.from({ length: PEOPLE }, (_, index) => index);
const changed = numbers.filter((index) => index % CHANGED === 0);
const leavers = numbers.slice(-LEAVERS);

function personOf(index: number): object {
  return {
    schemas: [USER, ENTERPRISE],
    externalId: `object-${index}`,
    userName: nameOf(index),
    active: true,
    displayName: `Ann Lee ${index}`,
    emails: [{ primary: true, type: 'work', value: nameOf(index) }],
    name: { formatted: `Ann Lee ${index}`, givenName: 'Ann', familyName: `Lee ${index}` },
    [ENTERPRISE]: { employeeNumber: `E-${index}`, department: 'Law' },
  };
}

/** Does the work for each, several at once. */
async function forEachAtOnce(
  items: readonly number[],
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  const rest = items.values();
  const caller = async (): Promise<void> => {
    for (const index of rest) await work(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
}

function noted(answer: ScimAnswer): ScimAnswer {
  if (answer.status >= 300 && failures.length < 10) failures.push(`${answer.status} ${answer.text}`);
  return answer;
}

/** The IDs of the people whom the look-up finds by their userName. */
async function lookUp(index: number): Promise<string[]> {
  const { body } = noted(await entra.scim.get(`/Users${filtered(`userName eq "${nameOf(index)}"`)}`));
  return body.Resources.map(({ id }) => id);
}

async function idOf(index: number): Promise<string> {
  const [id = 'none', ...others] = await lookUp(index);
  if (others.length > 0) failures.push(`${nameOf(index)} was found ${others.length + 1} times`);
  return id;
}

async function count(sql: string): Promise<number[]> {
  const [row] = await service.query<object[]>(sql, [entra.tenant.tenantId]);
  return Object.values(row ?? {}).map(Number);
}

/** Runs one cycle and says how much memory was in use after its first and its last tenth. */
async function inTenths(work: (index: number) => Promise<unknown>): Promise<[first: Memory, last: Memory]> {
  const tenth = PEOPLE / 10;
  await forEachAtOnce(numbers.slice(0, tenth), work);
  const first = memoryNow();
  await forEachAtOnce(numbers.slice(tenth), work);
  const last = memoryNow();
  process.stdout.write(
    `SYNC_PEOPLE=${PEOPLE}: heap ${first.heapMiB} to ${last.heapMiB} MiB, resident ${first.rssMiB} to ${last.rssMiB}\n`,
  );
  return [first, last];
}

/** The parts build on one another, like the cycles of a provider. */
describe(`a sync of ${PEOPLE} people`, () => {
  it(
    'creates each of them once, in constant memory',
    async () => {
      const [first, last] = await inTenths(async (index) => {
        const found = await lookUp(index);
        if (found.length === 0) noted(await entra.scim.post('/Users', personOf(index)));
        else failures.push(`${nameOf(index)} was found before the first POST`);
      });

      expect(failures).toEqual([]);
      expect(
        await count(
          'SELECT COUNT(*) AS people, COUNT(DISTINCT emailKey) AS addresses, COUNT(DISTINCT legacyNumber) AS numbers ' +
            'FROM users WHERE tenantId = ?',
        ),
      ).toEqual([PEOPLE, PEOPLE, PEOPLE]);
      expect(
        await count(
          'SELECT COUNT(*) AS links, COUNT(DISTINCT userNameKey) AS names, COUNT(DISTINCT externalId) AS objects, ' +
            'COUNT(DISTINCT userId) AS people FROM scim_links WHERE tenantId = ?',
        ),
      ).toEqual([PEOPLE, PEOPLE, PEOPLE, PEOPLE]);
      expect(last.heapMiB - first.heapMiB).toBeLessThan(HEAP_MAY_GROW_MIB);
    },
    HOURS_MS,
  );

  it(
    'finds each of them in the next cycle and changes those who differ, in constant memory',
    async () => {
      const [first, last] = await inTenths(async (index) => {
        const id = await idOf(index);
        if (index % CHANGED !== 0) return;
        const path = `${ENTERPRISE}:department`;
        noted(await entra.scim.patch(`/Users/${id}`, [{ op: 'Replace', path, value: 'Medicine' }]));
      });

      expect(failures).toEqual([]);
      expect(
        await count(
          "SELECT COUNT(*) AS people, SUM(schoolProgram = 'Medicine') AS changed FROM users WHERE tenantId = ?",
        ),
      ).toEqual([PEOPLE, changed.length]);
      expect(
        await count("SELECT COUNT(*) FROM user_changes WHERE tenantId = ? AND kind = 'updated'"),
      ).toEqual([changed.length]);
      expect(last.heapMiB - first.heapMiB).toBeLessThan(HEAP_MAY_GROW_MIB);
    },
    HOURS_MS,
  );

  it(
    'holds those who leave beyond the limit, and answers each call with success',
    async () => {
      let stillActive = 0;
      await forEachAtOnce(leavers, async (index) => {
        const operations = [{ op: 'Replace', path: 'active', value: 'False' }];
        const { body } = noted(await entra.scim.patch(`/Users/${await idOf(index)}`, operations));
        if (body['active'] === true) stillActive += 1;
      });
      // Some of the accounts are deleted for good later, of those who were held as well.
      const deleted = leavers.filter((index) => index % 5 === 0);
      await forEachAtOnce(deleted, async (index) => {
        noted(await entra.scim.delete(`/Users/${await idOf(index)}`));
      });

      expect(failures).toEqual([]);
      const held = LEAVERS - MAY_LEAVE;
      expect(stillActive).toBe(held);
      expect(
        await count(
          "SELECT COUNT(*) AS people, SUM(accountStatus = 'inactive') AS gone FROM users WHERE tenantId = ?",
        ),
      ).toEqual([PEOPLE, MAY_LEAVE]);
      expect(
        await count(
          "SELECT COUNT(*) AS holds, COUNT(DISTINCT userId) AS people, SUM(status = 'held') AS open " +
            'FROM held_requests WHERE tenantId = ?',
        ),
      ).toEqual([held, held, held]);
      expect(
        await count(
          'SELECT COUNT(*) AS links, SUM(forgottenAt IS NOT NULL) AS forgotten FROM scim_links WHERE tenantId = ?',
        ),
      ).toEqual([PEOPLE, deleted.length]);
      for (const index of deleted.slice(0, 20)) expect(await lookUp(index)).toEqual([]);
    },
    HOURS_MS,
  );
});
