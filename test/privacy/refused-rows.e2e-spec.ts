import { unzipSync } from 'fflate';
import { DataSource } from 'typeorm';

import { FailedRow } from '../../src/users/failed-rows/failed-row.entity.js';
import { person } from '../factories/person.js';
import { storedId } from '../factories/stored-people.js';
import { Administrators, type OpenBrowser } from '../support/administrators.js';
import { eraseToTheEnd } from '../support/erasures.js';
import { TestService, type TestTenant } from '../support/service.js';

let tenant: TestTenant;
let admin: OpenBrowser;

/** A person who had another number before. */
const FORMER = person({ externalId: 'ann-0', email: 'ann@test.example.edu' });
const ANN = { ...FORMER, externalId: 'ann-1' };
const BEN = person({ externalId: 'ben-1', email: 'ben@test.example.edu', firstName: 'Ben' });
const service = await TestService.ofWorker();
let annId: string;

beforeEach(async () => {
  tenant = await service.tenant();
  admin = await new Administrators(service).open(tenant);
  // Refused before the person was stored.
  await refused({ ...FORMER, email: 'no address' });
  await tenant.sis.post('/users', FORMER);
  annId = await storedId(tenant, ANN);
  await tenant.sis.post('/users', BEN);
  await refused({ ...ANN, accountType: 'wrong' });
  // About the other one, by the address, with a number that the person had.
  await refused({ ...BEN, externalId: 'ann-0', accountType: 'wrong' });
});

async function refused(input: Record<string, unknown>): Promise<void> {
  expect((await tenant.sis.post('/users', input)).status).toBe(400);
  await service.settle(tenant);
}

/** The refused rows in the export of the person: what each names, and whom it is about. */
async function exportedRows(): Promise<unknown[]> {
  const { cookie } = admin.browser;
  const answer = await fetch(`${service.baseUrl}/api/v1/admin/users/${annId}/export`, {
    headers: { cookie },
  });
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const { parts } = JSON.parse(Buffer.from(files['person.json'] ?? []).toString()) as {
    parts: { table: string; rows: Partial<FailedRow>[] }[];
  };
  const rows = parts.flatMap((part) => (part.table === 'failed_rows' ? part.rows : []));
  return rows.map(({ externalId, userId }) => [externalId, userId]);
}

async function storedRows(): Promise<unknown[]> {
  const { tenantId } = tenant;
  const rows = await service.app.get(DataSource).getRepository(FailedRow).findBy({ tenantId });
  return rows.map(({ externalId }) => externalId);
}

describe('the rows that were refused', () => {
  it('are exported once each, without those about other people', async () => {
    expect(await exportedRows()).toEqual([
      ['ann-1', annId],
      ['ann-0', null],
    ]);
  });

  it('are counted once each in the plan of an erasure', async () => {
    const { body } = await admin.api.post(`/users/${annId}/erase`, { dryRun: true });
    const planned = (body.data['tables'] as { table: string; rows: number }[]).filter(
      ({ table }) => table === 'failed_rows',
    );
    expect(planned.map(({ rows }) => rows)).toEqual([1, 1]);
  });

  it('are all deleted by an erasure, also those about other people that have a number of the person', async () => {
    await refused({ ...BEN, accountType: 'wrong' });
    await eraseToTheEnd(service, admin.api, annId);
    expect(await storedRows()).toEqual(['ben-1']);
  });
});
