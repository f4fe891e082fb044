import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { runCommand } from '../../src/database/private-server/run-command.js';
import { SmallDisk } from '../faults/support/small-disk.js';
import { person } from '../factories/person.js';
import { allUsers } from '../factories/stored-people.js';
import { DropSite } from '../support/drop-site.js';
import { TestService, type TestTenant } from '../support/service.js';

const service = await TestService.ofWorker();
// Only root may mount one; elsewhere these tests are reported as skipped.
const disk = await SmallDisk.mount();
const onSmallDisk = disk === undefined ? it.skip : it;

let tenant: TestTenant;

afterAll(() => disk?.unmount());

/** A folder on the small disk. */
async function siteIn(name: string): Promise<DropSite> {
  const path = join(disk?.folder ?? '', name);
  await mkdir(path);
  tenant = await service.tenant();
  return new DropSite(path, service.baseUrl, tenant);
}

describe('a disk', () => {
  onSmallDisk(
    'without room leaves the file where it is, and with room again it is applied once',
    async () => {
      const site = await siteIn('full');
      await site.rules({ '*.csv': { complete: ['Student'] } });
      await site.run();
      await site.put('a.csv', [person(), person(), person({ accountType: 'Guest' })]);
      await disk?.fill();
      const { code, stderr } = await site.run();
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('ENOSPC') as string });
      expect(site.has('a.csv')).toBe(true);
      expect(await site.names('archive')).toEqual([]);
      await disk?.empty();
      expect((await site.run()).code).toBe(1);
      expect(await site.result('a.csv')).toMatchObject({ finish: { named: 2 } });
      expect((await site.read('a.csv.result.csv')).split('\r\n')).toHaveLength(3);
      expect(await allUsers(service, tenant)).toHaveLength(2);
    },
  );

  onSmallDisk('that cannot be written is refused before anything is read', async () => {
    const site = await siteIn('read-only');
    await site.put('a.csv', [person()]);
    const remount = (how: string): ReturnType<typeof runCommand> =>
      runCommand('mount', ['-o', `remount,${how}`, disk?.folder ?? '']);
    await remount('ro');
    try {
      const { code, stderr } = await site.run();
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining('cannot be read and written by this user: EROFS') as string,
      });
    } finally {
      await remount('rw');
    }
    expect(await allUsers(service, tenant)).toEqual([]);
  });
});
