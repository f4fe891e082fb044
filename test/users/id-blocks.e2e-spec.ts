import { IdBlocksRepository } from '../../src/users/id-blocks/id-blocks.repository.js';
import { TestService, type TestTenant } from '../support/service.js';

describe('numbers that a process claims again after the database lost commits', () => {
  let service: TestService;
  let tenant: TestTenant;

  beforeAll(async () => {
    service = await TestService.ofWorker();
    tenant = await service.tenant();
  });

  const nextOf = async (tenantId: string): Promise<number | undefined> => {
    const sql = 'SELECT `next` FROM `user_numbers` WHERE `tenantId` = ? AND `prefix` = 950';
    const rows: { next: number }[] = await service.query(sql, [tenantId]);
    return rows[0]?.next;
  };
  const claim = (...claims: readonly (readonly [tenantId: string, next: number])[]): Promise<void> =>
    service.app
      .get(IdBlocksRepository)
      .raise(claims.map(([tenantId, next]) => ({ tenantId, prefix: '950', next })));

  it('are never lowered', async () => {
    await claim([tenant.tenantId, 900]);
    await claim([tenant.tenantId, 300]);

    expect(await nextOf(tenant.tenantId)).toBe(900);
  });

  it('leave no row of a tenant that was deleted since', async () => {
    const deleted = 'tnt_deleted123';
    await claim([deleted, 800], [tenant.tenantId, 1_000]);

    expect(await nextOf(deleted)).toBeUndefined();
    expect(await nextOf(tenant.tenantId)).toBe(1_000);
  });
});
