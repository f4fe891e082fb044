import { jest } from '@jest/globals';

import { person } from '../factories/person.js';
import { storedId } from '../factories/stored-people.js';
import { refusalOf } from '../support/answers.js';
import { letPass } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';
import { idsOf, listAll, listPage } from '../support/user-reader.js';
import { pathOf, type WalkQuery } from '../support/walk-reader.js';

const service = await TestService.ofWorker();

let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

afterEach(() => {
  jest.useRealTimers();
});

/** Records that commits of this tenant were lost, up to this stamp. */
async function refuse(upTo: number): Promise<void> {
  const { tenantId } = tenant;
  await service.query('INSERT INTO `lost_stamps` VALUES (?, ?, 0, 0, 1)', [tenantId, upTo]);
  await service.query('UPDATE `progress_stamps` SET `last` = ? WHERE `tenantId` = ?', [upTo + 1, tenantId]);
}

const GONE = [410, 'CURSOR_EXPIRED'];

async function outcome(query: WalkQuery): Promise<unknown[]> {
  return refusalOf(await tenant.sis.get(pathOf('/users', query))).slice(0, 2);
}

const staffId = (): Promise<string> => storedId(tenant, person({ accountType: 'Staff' }));
const momentOf = (stamp: number): string => new Date(stamp).toISOString();

describe('a list, when commits were lost', () => {
  it('is walked to its end and beyond although its last change was made before that was recorded', async () => {
    const ids = [await staffId(), await staffId(), await staffId()];
    const last = Date.parse((await listAll(tenant.sis)).nextSince) - 1;
    await refuse(last + 50);
    const walk = await listAll(tenant.sis, { limit: 1 });
    expect(idsOf(walk.users)).toEqual(ids);
    expect((await listPage(tenant.sis, { since: walk.nextSince })).users).toEqual([]);
    const later = await staffId();
    expect(idsOf((await listPage(tenant.sis, { since: walk.nextSince })).users)).toEqual([later]);
  });

  it('does not let a reader who asked before that was recorded go on behind it', async () => {
    await staffId();
    const last = Date.parse((await listAll(tenant.sis)).nextSince) - 1;
    letPass(60_000);
    const since = momentOf(last + 10_000);
    const { nextSince } = await listPage(tenant.sis, { since });
    expect(nextSince).toBe(since);
    await refuse(last + 20_000);
    expect(await outcome({ since: nextSince })).toEqual(GONE);
  });

  it('that showed a change which was lost later is read anew, although it ended before that change', async () => {
    await staffId();
    const id = await staffId();
    letPass(1000);
    const deprovision = (): Promise<unknown> =>
      tenant.sis.patch(`/users/${id}`, { accountStatus: 'inactive' });
    const { users, nextSince } = await listAll(tenant.sis, { limit: 1 }, deprovision);
    const { changedAt = '', ...shown } = users[1] ?? {};
    expect(shown).toMatchObject({ id, accountStatus: 'inactive' });
    expect(nextSince < changedAt).toBe(true);
    await refuse(Date.parse(changedAt));
    expect(await outcome({ since: nextSince })).toEqual(GONE);
  });
});
