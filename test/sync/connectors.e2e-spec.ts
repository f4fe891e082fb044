import { DataSource } from 'typeorm';

import type { SyncTarget } from '../../src/settings/settings.js';
import { TenancyService } from '../../src/tenancy/tenants/tenancy.service.js';
import type { ConnectorDto } from '../../src/sync/connectors/connectors.dto.js';
import { Administrators } from '../support/administrators.js';
import { TestService, type TestTenant } from '../support/service.js';
import { aSubmission } from '../factories/submissions.js';
import { aStudent } from '../factories/progress-people.js';

let service: TestService;

beforeAll(async () => {
  service = await TestService.ofWorker();
});

async function setTargets({ tenantId }: TestTenant, ...syncTargets: SyncTarget[]): Promise<void> {
  const tenancy = service.app.get(TenancyService);
  await tenancy.changeSettings(tenancy.scopeOf(await tenancy.findTenant(tenantId), 'terminal'), {
    syncTargets,
  });
}

/** Approved submissions, each of a student of its own, so that all of them may be handed out at once. */
async function queued(tenant: TestTenant, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await aSubmission(tenant, { studentId: await aStudent(tenant), status: 'approved' });
}

async function claim({ sis }: TestTenant, body: object = {}): Promise<Record<string, string>[]> {
  const answer = await sis.post('/sync/claims', body);
  expect(answer.status).toBe(200);
  return answer.body.data as unknown as Record<string, string>[];
}

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
    await setTargets(tenant, { name: 'SIS' }, { name: 'CRM', formTypes: ['leave'] });
    await queued(tenant, 2);

    const rows = await connectors(tenant);

    const unclaimed = { apiKey: null, label: null, lastClaimAt: null, inFlight: 0, oldestLeaseUntil: null };
    const nothing = { claimed24h: 0, sent24h: 0, failed24h: 0 };
    expect(rows).toEqual([
      { targetSystem: 'CRM', ...unclaimed, ...nothing, waiting: 0, oldestQueuedAt: null },
      {
        targetSystem: 'SIS',
        ...unclaimed,
        ...nothing,
        waiting: 2,
        oldestQueuedAt: expect.any(String) as string,
      },
    ]);
    const first = (await tenant.sis.get('/sync/queue')).body.data as unknown as { queuedAt: string }[];
    expect(rows[1]?.oldestQueuedAt).toBe(first.map(({ queuedAt }) => queuedAt).sort()[0]);
  });

  it('are reported by credential: leases that are out, and what became of claims', async () => {
    const tenant = await service.tenant();
    await setTargets(tenant, { name: 'SIS' });
    await queued(tenant, 6);
    const before = Date.now();
    const [sent, failed, released, out] = await claim(tenant, { limit: 4, leaseSeconds: 600 });
    const ack = (one: typeof sent, status: string): object => ({
      claimId: one?.['claimId'],
      submissionId: one?.['submissionId'],
      status,
    });
    await tenant.sis.post('/sync/ack', ack(sent, 'sent'));
    await tenant.sis.post('/sync/ack', ack(sent, 'sent'));
    await tenant.sis.post('/sync/ack', ack(failed, 'failed'));
    await tenant.sis.post(`/sync/claims/${released?.['claimId'] ?? ''}/release`, { delaySeconds: 60 });
    const other = await service.anotherCaller(tenant);
    await other.sis.post('/sync/claims', { limit: 1 });

    const rows = await connectors(tenant);

    const mine = rows.find(({ apiKey }) => apiKey === tenant.apiKey);
    expect(mine).toMatchObject({
      targetSystem: 'SIS',
      inFlight: 1,
      oldestLeaseUntil: out?.['leaseUntil'],
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
    await queued(tenant, 2);
    const [first] = await claim(tenant, { limit: 1 });
    await tenant.sis.post('/sync/ack', { ...pick(first), status: 'sent' });
    const database = service.app.get(DataSource);
    await database.query(
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
    await queued(tenant, 1);
    await claim(tenant);
    const { api } = await new Administrators(service).open(tenant);
    const { status, body } = await api.get('/connectors');
    expect({ status, data: body.data }).toEqual({ status: 200, data: await connectors(tenant) });
  });
});

function pick(one: Record<string, string> | undefined): object {
  return { claimId: one?.['claimId'], submissionId: one?.['submissionId'] };
}
