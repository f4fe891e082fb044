import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';

import { AuditService } from '../../src/audit/audit.service.js';
import { inRun, setLimits } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { Administrators, type Browser } from '../support/administrators.js';
import { problemsOf, type Row, rowsOf } from '../support/answers.js';
import type { ApiClient } from '../support/api-client.js';
import { TestService, type TestTenant } from '../support/service.js';
import { until } from '../support/until.js';

const service = await TestService.ofWorker();
const admins = new Administrators(service);
let tenant: TestTenant;
let browser: Browser;
let api: ApiClient;

beforeEach(async () => {
  tenant = await service.tenant();
  ({ browser, api } = await admins.open(tenant));
});

function download(path: string, signal?: AbortSignal): Promise<Response> {
  const url = `${service.baseUrl}/api/v1/admin${path}`;
  return fetch(url, { headers: { cookie: browser.cookie }, ...(signal === undefined ? {} : { signal }) });
}

/** Written directly: thousands of calls would take minutes. */
async function addEntries({ tenantId }: { tenantId: string }, hundreds: number): Promise<void> {
  const sql = `INSERT INTO audit_events
      (tenantId, at, actor, action, target, requestId, position, chainOffset, hash)
    SELECT ?, NOW(3), 'terminal', 'settings.changed', 'x', 'many', 1000 + 100 * b.i + a.i, 0, REPEAT('0', 64) FROM
    (WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT i FROM n) a
    JOIN (WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n) b
      ON TRUE`;
  await service.app.get(DataSource).query(sql, [tenantId, hundreds]);
}

async function csv(path: string): Promise<{ header: string; lines: string[] }> {
  const answer = await download(path);
  expect({ status: answer.status, contentType: answer.headers.get('content-type') }).toEqual({
    status: 200,
    contentType: 'text/csv; charset=utf-8',
  });
  const [header = '', ...lines] = (await answer.text()).trimEnd().split('\r\n');
  return { header: header.replace('\uFEFF', ''), lines };
}

/** Releases that many held de-provisionings by one call. */
async function release(count: number): Promise<void> {
  tenant = await service.tenant();
  // Calls that name no run are not held.
  await setLimits(service, tenant, { mode: 'hold', perRun: { count: 0 } });
  ({ browser, api } = await admins.open(tenant));
  const people = Array.from({ length: count }, (_, n) => person({ externalId: `S-${n}` }));
  await tenant.sis.bulk('/users/bulk', people);
  await inRun(service, tenant, 'nightly').bulk(
    '/users/bulk',
    people.map((one) => ({ ...one, accountStatus: 'inactive' })),
  );
  const ids = rowsOf(await api.get('/holds?perPage=100')).map(({ id }) => id);
  const { status, body } = await api.post('/holds/decide', { decision: 'release', ids });
  if (status !== 200 || ids.length !== count) throw new Error(body.message);
}

describe('an act on many people', () => {
  it('is one line of the audit log, with how many there are, and opens to all of them', async () => {
    await release(12);
    const query = '/audit?action=hold.released&perPage=100';
    expect(rowsOf(await api.get(query))).toHaveLength(12);
    const grouped = await api.get(`${query}&byAct=true`);
    const [line, ...others] = rowsOf(grouped);
    expect({ others, total: grouped.body.meta['total'] }).toEqual({ others: [], total: 1 });
    expect(line).toMatchObject({ actEntries: 12, address: expect.any(String) as unknown });
    const entries = await api.get(`/audit/${String(line?.['id'])}/entries?perPage=5&page=3`);
    expect({ rows: rowsOf(entries).length, total: entries.body.meta['total'] }).toEqual({
      rows: 2,
      total: 12,
    });
    expect(rowsOf(entries).map(({ actEntries }) => actEntries)).toEqual([0, 0]);
  });

  it('is found by each of its people', async () => {
    await release(3);
    for (const { target } of rowsOf(await api.get('/audit?action=hold.released')))
      expect(
        rowsOf(await api.get(`/audit?byAct=true&action=hold.released&target=${String(target)}`)),
      ).toHaveLength(1);
  });

  it('is opened by its first entry only, and not by another tenant', async () => {
    await release(3);
    const rows = rowsOf(await api.get('/audit?action=hold.released&order=ASC'));
    const ids = rows.map(({ id }) => String(id));
    const other = await admins.open(await service.tenant());
    const statuses = [
      (await api.get(`/audit/${ids[1] ?? ''}/entries`)).status,
      (await other.api.get(`/audit/${ids[0] ?? ''}/entries`)).status,
      (await api.get('/audit/x/entries')).status,
    ];
    expect(statuses).toEqual([404, 404, 404]);
  });
});

it('an entry names the run of its call, and is found by it', async () => {
  await tenant.sis.post('/users', person({ externalId: 'S-1' }));
  await inRun(service, tenant, 'nightly').patch('/users/S-1');
  const [entry] = rowsOf(await api.get('/audit?action=user.status-changed'));
  expect(entry).toMatchObject({ run: 'nightly', actEntries: 1 });
  expect(rowsOf(await api.get('/audit?run=nightly'))).toEqual([entry]);
  expect(rowsOf(await api.get('/audit?run=nightly&action=key.created'))).toEqual([]);
  expect(rowsOf(await api.get('/audit?run=night'))).toEqual([]);
});

describe('the export of the audit log', () => {
  it('has every entry, beyond any page, and no entry of another tenant', async () => {
    for (const one of [tenant, await service.tenant()]) await addEntries(one, 120);
    const { header, lines } = await csv('/audit/export.csv?action=settings.changed');
    expect(header).toBe('Time (UTC),Action,By,Actor,Target,Run,IP address,Before,After,Request ID,ID');
    expect(lines).toHaveLength(12_000);
    expect(new Set(lines.map((line) => line.split(',').at(-1))).size).toBe(12_000);
  });

  it('as lines of JSON has the entries of the list', async () => {
    await addEntries(tenant, 120);
    const answer = await download('/audit/export.ndjson?action=settings.changed');
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = (await answer.text()).trimEnd().split('\n');
    expect(lines).toHaveLength(12_000);
    const [latest] = rowsOf(await api.get('/audit?action=settings.changed&perPage=1'));
    expect(JSON.parse(lines[0] ?? '')).toEqual(latest);
  });

  it('reads no more entries when the client has gone', async () => {
    await addEntries(tenant, 1000);
    const audit = service.app.get(AuditService);
    const all = audit.all.bind(audit);
    let parts = 0;
    let isOver = false;
    jest.spyOn(audit, 'all').mockImplementation(async function* (scope, filter) {
      try {
        for await (const rows of all(scope, filter)) {
          parts += 1;
          yield rows;
        }
      } finally {
        isOver = true;
      }
    });
    const gone = new AbortController();
    const answer = await download('/audit/export.ndjson', gone.signal);
    await answer.body?.getReader().read();
    gone.abort();
    await until('the export is over', () => isOver);
    // Of more than 250: what the client does not take is not read.
    expect(parts).toBeLessThan(200);
  });

  it('writes times in the zone that is asked for', async () => {
    const [row] = rowsOf(await api.get('/audit'));
    const { header, lines } = await csv('/audit/export.csv?timeZone=Asia/Kolkata');
    expect(header).toMatch(/^Time \(Asia\/Kolkata\),/);
    const shifted = new Date(Date.parse(String(row?.['at'])) + 5.5 * 3_600_000).toISOString();
    expect(lines[0]?.split(',')[0]).toBe(shifted.slice(0, 19).replace('T', ' '));
  });

  it.each(['timeZone=Mars/Base', 'page=2', 'byAct=true', 'action=Nonsense!', 'run=a b', 'from=yesterday'])(
    'refuses %s',
    async (query) => {
      expect(problemsOf(await api.get(`/audit/export.csv?${query}`))).toEqual([400, query.split('=')[0]]);
    },
  );
});

describe('the export of the request log', () => {
  it('has every request that the filters leave, beyond any page', async () => {
    for (let n = 0; n < 5; n += 1) await tenant.sis.get('/users/S-0');
    await tenant.sis.get('/runs');
    await service.settle(tenant);
    const copy = `INSERT INTO request_log (tenantId, at, method, path, route, status, statusClass, ms, actor, address,
      requestId) SELECT r.tenantId, r.at, r.method, r.path, r.route, r.status, r.statusClass, r.ms, r.actor, r.address,
      r.requestId FROM request_log r JOIN
      (WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 400) SELECT i FROM n) a
      WHERE r.tenantId = ?`;
    await service.app.get(DataSource).query(copy, [tenant.tenantId]);
    const all = await csv('/requests/export.csv?method=GET');
    expect(all.lines).toHaveLength(6 * 401);
    const missing = await csv('/requests/export.csv?method=GET&status=404');
    expect(missing.lines).toHaveLength(5 * 401);
    expect(missing.header).toMatch(/^Time \(UTC\),Method,Path,Status,/);
    const one: Row = rowsOf(await api.get('/requests?status=404'))[0] ?? {};
    expect(missing.lines[0]).toContain(String(one['requestId']));
  });
});
