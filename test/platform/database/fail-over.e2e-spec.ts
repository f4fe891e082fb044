import { DataSource } from 'typeorm';

import { person } from '../../factories/person.js';
import type { Row } from '../../support/answers.js';
import { DatabaseProxy } from '../../support/database-proxy.js';
import { clientsAt, TestService, type TestTenant } from '../../support/service.js';
import { until } from '../../support/until.js';

let proxy: DatabaseProxy;
/** The service that loses its connections with the primary. */
let service: TestService;
/** Another process, whose memory is its own. */
let another: TestService;
let tenant: TestTenant;

beforeAll(async () => {
  proxy = await DatabaseProxy.start(process.env.DATABASE_URL ?? '');
  service = await TestService.start({ DATABASE_URL: proxy.url });
  another = await TestService.start();
});

beforeEach(async () => {
  tenant = await service.tenant();
});

afterAll(async () => {
  await service.stop();
  await another.stop();
  await proxy.cut();
});

function ask<T>(sql: string, values: unknown[] = [tenant.tenantId]): Promise<T> {
  return another.app.get(DataSource).query<T>(sql, values);
}

async function isReady(): Promise<boolean> {
  return (await service.anonymous().get('/health/ready')).status === 200;
}

/**
 * A replica without the rows that `lost` deletes replaces the primary: the service loses these rows unnoticed, and its
 * connections.
 */
async function failOver(lost: () => Promise<unknown>): Promise<void> {
  await proxy.cut();
  await lost();
  await proxy.restore();
  await until('the service is ready', isReady);
}

const people = (count: number, more: Row = {}): Row[] =>
  Array.from({ length: count }, () => ({ ...person(), ...more }));

async function idsOf(by: TestTenant['sis'], bodies: readonly Row[]): Promise<string[]> {
  const ids: string[] = [];
  for (const body of bodies) ids.push(String((await by.post('/users', body)).body.data['id']));
  return ids;
}

async function programs(): Promise<unknown[]> {
  const rows = await ask<Row[]>('SELECT `programId` FROM `programs` WHERE `tenantId` = ?');
  return rows.map(({ programId }) => programId);
}

async function losePeople(): Promise<void> {
  await ask('DELETE FROM `users` WHERE `tenantId` = ?');
  await ask('DELETE FROM `programs` WHERE `tenantId` = ?');
  await ask('DELETE FROM `user_numbers` WHERE `tenantId` = ?');
}

describe('after a fail-over that lost commits', () => {
  it('a program is registered again by the next person who names it', async () => {
    const [one, other] = people(2, { programId: 'P-1' });
    await tenant.sis.post('/users', one);
    expect(await programs()).toEqual(['P-1']);

    await failOver(losePeople);
    expect(await programs()).toEqual([]);

    expect((await tenant.sis.post('/users', other)).status).toBe(201);
    expect(await programs()).toEqual(['P-1']);
  });

  it('a process hands out no ID that it has handed out before', async () => {
    const before = await idsOf(tenant.sis, people(3));
    await failOver(losePeople);
    // More than the rest of its ID block.
    const after = await idsOf(tenant.sis, people(40));
    expect(after.filter((id) => before.includes(id))).toEqual([]);
    expect(new Set(after).size).toBe(40);
  });

  it('no other process hands out an ID of those that a process took before', async () => {
    const before = await idsOf(tenant.sis, people(3));
    const [taken] = await ask<Row[]>('SELECT * FROM `user_numbers` WHERE `tenantId` = ?');
    await failOver(losePeople);
    let kept: Row[] = [];
    await until('the numbers are kept again', async () => {
      await isReady();
      kept = await ask('SELECT * FROM `user_numbers` WHERE `tenantId` = ?');
      return kept.length > 0;
    });
    expect(kept).toEqual([taken]);

    const { sis } = clientsAt(another.baseUrl, tenant);
    const { status, body } = await sis.post('/users', person());
    expect(status).toBe(201);
    expect(before).not.toContain(body.data['id']);
    expect(Number(String(body.data['id']).slice(3))).toBe(Number(taken?.['next']));
  });

  it('IDs that another process has assigned meanwhile are skipped, and every user gets a different ID', async () => {
    await idsOf(tenant.sis, people(3));
    const { sis } = clientsAt(another.baseUrl, tenant);
    const theirs: string[] = [];
    await failOver(async () => {
      await losePeople();
      theirs.push(...(await idsOf(sis, people(8))));
    });
    const ours = await idsOf(tenant.sis, people(30));
    expect(new Set([...theirs, ...ours]).size).toBe(38);
  });
});
