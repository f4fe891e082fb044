import type { ClaimedItemDto } from '../../src/sync/claims/claims.dto.js';
import type { ConnectorDto } from '../../src/sync/connectors/connectors.dto.js';
import { Administrators } from '../support/administrators.js';
import { TestService, type TestTenant } from '../support/service.js';
import { ackClaim, changeAsAdministrator, claim, claimOne, release } from '../factories/claims.js';
import { approvedSubmissions, listQueue } from '../factories/submissions.js';

const service = await TestService.ofWorker();

async function connectors({ sis }: TestTenant): Promise<ConnectorDto[]> {
  const { status, body } = await sis.get('/sync/connectors');
  expect(status).toBe(200);
  return body.data as unknown as ConnectorDto[];
}

describe('the connectors of a tenant', () => {
  it('are none at first', async () => {
    expect(await connectors(await service.tenant())).toEqual([]);
  });

  it('have a row with nulls for each target of which no item was ever claimed, with what waits for it', async () => {
    const tenant = await service.tenant();
    await changeAsAdministrator(service, tenant, {
      syncTargets: [{ name: 'SIS' }, { name: 'CRM', formTypes: ['leave'] }],
    });
    await approvedSubmissions(tenant, 2);

    const rows = await connectors(tenant);

    const unclaimed = { apiKey: null, label: null, lastClaimAt: null, inFlight: 0, oldestLeaseUntil: null };
    const nothing = { claimed24h: 0, sent24h: 0, failed24h: 0 };
    const [oldestQueuedAt] = (await listQueue(tenant)).items.map(({ queuedAt }) => queuedAt).sort();
    expect(rows).toEqual([
      { targetSystem: 'CRM', ...unclaimed, ...nothing, waiting: 0, oldestQueuedAt: null },
      { targetSystem: 'SIS', ...unclaimed, ...nothing, waiting: 2, oldestQueuedAt },
    ]);
  });

  it('are reported by credential: leases that are out, and what became of claims', async () => {
    const tenant = await service.tenant();
    await changeAsAdministrator(service, tenant, { syncTargets: [{ name: 'SIS' }] });
    await approvedSubmissions(tenant, 6);
    const before = Date.now();
    const claimOfOne = (): Promise<ClaimedItemDto> => claimOne(tenant, { limit: 1, leaseSeconds: 600 });
    const sent = await claimOfOne();
    await ackClaim(tenant, sent);
    await ackClaim(tenant, sent);
    await ackClaim(tenant, await claimOfOne(), 'failed');
    await release(tenant, await claimOfOne(), { delaySeconds: 60 });
    const { leaseUntil } = await claimOfOne();
    const other = await service.anotherCaller(tenant);
    await claim(other, { limit: 1 });

    const rows = await connectors(tenant);

    const mine = rows.find(({ apiKey }) => apiKey === tenant.apiKey);
    expect(mine).toMatchObject({
      targetSystem: 'SIS',
      inFlight: 1,
      oldestLeaseUntil: leaseUntil,
      claimed24h: 4,
      sent24h: 1,
      failed24h: 1,
      waiting: 2,
    });
    expect(mine?.label).toEqual(expect.any(String));
    expect(Date.parse(mine?.lastClaimAt ?? '')).toBeGreaterThanOrEqual(before);
    expect(rows.find(({ apiKey }) => apiKey === other.apiKey)).toMatchObject({ inFlight: 1, claimed24h: 1 });
    expect(rows).toHaveLength(2);
  });

  it('have counts of the last 24 hours, and their last claim for good', async () => {
    const tenant = await service.tenant();
    await approvedSubmissions(tenant, 2);
    await ackClaim(tenant, await claimOne(tenant, { limit: 1 }));
    await service.query(
      'UPDATE `sync_counters` SET `firstAt` = `firstAt` - INTERVAL 1 DAY, `lastAt` = `lastAt` - INTERVAL 1 DAY ' +
        "WHERE `tenantId` = ? AND `kind` LIKE 'claim%'",
      [tenant.tenantId],
    );
    const [yesterday] = await connectors(tenant);
    await claim(tenant, { limit: 1 });
    const [today] = await connectors(tenant);

    expect(yesterday).toMatchObject({ targetSystem: null, claimed24h: 0, sent24h: 0 });
    expect(Date.parse(yesterday?.lastClaimAt ?? '')).toBeLessThan(Date.now() - 86_000_000);
    // The same ten minutes of the day begin anew, whichever of the parts it is.
    expect(today).toMatchObject({ claimed24h: 1, sent24h: 0 });
    expect(Date.parse(today?.lastClaimAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('are the same for an administrator', async () => {
    const tenant = await service.tenant();
    await approvedSubmissions(tenant, 1);
    await claim(tenant);
    const { api } = await new Administrators(service).open(tenant);
    const { status, body } = await api.get('/connectors');
    expect({ status, data: body.data }).toEqual({ status: 200, data: await connectors(tenant) });
  });
});
