import { jest } from '@jest/globals';

import { person } from '../factories/person.js';
import { storedId } from '../factories/stored-people.js';
import { refusalOf } from '../support/answers.js';
import { letPass } from '../support/clock.js';
import { TestService, type TestTenant } from '../support/service.js';
import { idsOf, listAll, listPage } from '../support/user-reader.js';
import { pathOf } from '../support/walk-reader.js';

const service = await TestService.ofWorker();

let tenant: TestTenant;

beforeEach(async () => {
  tenant = await service.tenant();
});

afterEach(() => {
  jest.useRealTimers();
});

/** Records that commits of this tenant were lost, with these stamps among the last ones. */
async function refuse(after: number, upTo: number): Promise<void> {
  const { tenantId } = tenant;
  await service.query('INSERT INTO `lost_stamps` VALUES (?, ?, ?, 0, 1)', [tenantId, upTo, after]);
  await service.query('UPDATE `progress_stamps` SET `last` = ? WHERE `tenantId` = ?', [upTo + 1, tenantId]);
}

const staffId = (): Promise<string> => storedId(tenant, person({ accountType: 'Staff' }));
const momentOf = (stamp: number): string => new Date(stamp).toISOString();

describe('a list, when commits were lost', () => {
  it('is walked to its end and beyond although its last change was made before that was recorded', async () => {
    const ids = [await staffId(), await staffId(), await staffId()];
    const last = Date.parse((await listAll(tenant.sis)).nextSince) - 1;
    await refuse(last - 1, last + 50);
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
    await refuse(last, last + 20_000);
    expect(refusalOf(await tenant.sis.get(pathOf('/users', { since: nextSince })))).toEqual([
      410,
      'CURSOR_EXPIRED',
      expect.any(String),
    ]);
  });
});
