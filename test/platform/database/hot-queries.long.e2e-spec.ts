import { DataSource } from 'typeorm';

import { RouteTable } from '../../../src/http/server/route-table.js';
import { RetentionSweep } from '../../../src/privacy/retention/retention-sweep.js';
import { ServerKeys } from '../../../src/secrets/server-keys.js';
import { TenancyService } from '../../../src/tenancy/tenants/tenancy.service.js';
import { UndoService } from '../../../src/users/undo/undo.service.js';
import { type Call, MONITORING_TOKEN, readsOf, scimCalls, writesOf } from './hot-queries/calls.js';
import { gatherCrowd } from './hot-queries/crowd.js';
import { type Scene, setScene } from './hot-queries/scene.js';
import { fullScansOf, isNarrow, MOST_READ, StatementWatch } from './hot-queries/statement-watch.js';
import { documentOf } from '../../support/operations.js';
import { OwnDatabase } from '../../support/own-database.js';
import { TestService } from '../../support/service.js';

/** A table of so few rows may be read completely. */
const FEW_ROWS = 300;

/** Tables that have one row, or a handful, for each tenant or piece of work. */
const SMALL_TABLES = [
  'tenants',
  'credentials',
  'leases',
  'user_numbers',
  'progress_stamps',
  'retention_progress',
  'field_mappings',
  'discrepancy_rules',
  'kept_mappings',
  'sign_on_settings',
  'used_assertions',
  'last_runs',
  'sync_pauses',
  'target_contacts',
  'progress_rebuilds',
  'milestone_renames',
  'alert_settings',
  'alert_checks',
  'alert_webhooks',
  'audit_heads',
  'sandboxes',
  'sandbox_faults',
  'sandbox_requests',
  'sandbox_templates',
  'server_keys',
  'background_runs',
  'commit_marks',
  'commit_losses',
  'lost_stamps',
  'feed_readers',
  'naming_epochs',
  'namings',
  'finished_runs',
  'drop_folders',
  'list_views',
];

/** Statements that may read many rows: a part of their text, and the reason. */
const ALLOWED: readonly (readonly [fragment: string, reason: string])[] = [
  ['FROM `request_log` FORCE INDEX', 'looks at no more than 50,000 rows, however many there are'],
  [
    'FROM (SELECT `submissionId`, `target`, `lastTransitionAt`, `targetSystem`, `errorGroup`',
    'looks at no more than 50,000 entries of an index, however many items of a status there are',
  ],
  ['FROM (SELECT `groupKey`, `id`', 'looks at no more than 50,000 open discrepancies'],
  [
    'FROM (SELECT `submissionId`, `id` FROM `discrepancies`',
    'looks at no more than 50,000 open discrepancies',
  ],
  ['FROM (SELECT `name`, `startedAt`', 'looks at no more than 50,000 runs; a tenant has a few each day'],
  [
    'FROM `progress_documents` d FORCE INDEX',
    'counts the students of a template, and finds those of a batch, when an administrator asks for that',
  ],
  [
    'FROM `failed_rows` FORCE INDEX (`ix_failed_rows_run`)',
    'looks at no more than 50,000 failed rows, those of the newest runs',
  ],
  [
    '(SELECT 1 FROM `',
    'counts what a shorter retention removes, in steps that end when the time for it is over',
  ],
  [
    'SELECT COUNT(*) AS `events` FROM (',
    'counts what a shorter retention removes, in steps that end when the time for it is over',
  ],
  [
    'SELECT `targetSystem`, `firstAt`, SUM(',
    'reads the ten minutes of a day: 1,728 rows at most for each credential and target system',
  ],
];

/** A separate database, because so many rows would disturb other tests. */
const database = new OwnDatabase('crowd');

let service: TestService;
let watch: StatementWatch;
let sizes: Map<string, number>;
const called = new Set<string>();
const refused: string[] = [];

/** @returns the cursor of the next page, if there is one */
async function send(scene: Scene, { route, path, body, type, headers }: Call): Promise<string | undefined> {
  watch.during = `${route.split(' ')[0] ?? ''} ${path}`;
  const answer = await fetch(service.baseUrl + path, {
    method: route.split(' ')[0] ?? '',
    headers: { ...scene.headers, ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  called.add(route);
  const isRefused = answer.status >= 400 || text.includes('"success":false');
  if (isRefused) refused.push(`${watch.during} answered ${answer.status}: ${text.slice(0, 500)}`);
  return /"nextCursor":"([^"]+)"/.exec(text)?.[1];
}

async function read(scene: Scene, call: Call): Promise<void> {
  const cursor = await send(scene, call);
  if (cursor === undefined) return;
  const mark = call.path.includes('?') ? '&' : '?';
  await send(scene, { ...call, path: `${call.path}${mark}cursor=${encodeURIComponent(cursor)}` });
}

async function workPeriodically(): Promise<void> {
  watch.during = 'periodic work';
  await service.app.get(RetentionSweep).plan(await service.app.get(TenancyService).listTenants());
  await service.settle();
}

/** The statements of terminal commands, which no call sends. */
async function planUndo(tenant: { tenantId: string }): Promise<void> {
  watch.during = 'the preview of an undo';
  const preview = service.app.get(UndoService).preview(await service.scope(tenant), 'night-1');
  for (let people = 0; people < 600; people += 1) await preview.next();
  await preview.return(undefined);
}

beforeAll(async () => {
  await database.drop();
  service = await TestService.start({ DATABASE_URL: database.url });
  const dataSource = service.app.get(DataSource);
  const scene = await setScene(service);
  sizes = await gatherCrowd(dataSource);
  const document = await documentOf(service.anonymous());
  const sample = await scene.sample();
  await dataSource.query('UPDATE `alert_settings` SET `tokenHash` = ? WHERE `tenantId` = ?', [
    service.app.get(ServerKeys).hashSecret(MONITORING_TOKEN).hash,
    sample.tenantId,
  ]);
  watch = new StatementWatch(dataSource);
  for (const call of readsOf(document, sample)) await read(scene, call);
  for (const call of scimCalls(sample)) await send(scene, call);
  for (const call of writesOf(sample)) await send(scene, call);
  await dataSource.query(
    'UPDATE `tenants` SET `settings` = JSON_SET(`settings`, ?, JSON_EXTRACT(?, ?)) WHERE `id` = ?',
    ['$.retention', '{"historyDays":60,"inactivePeopleDays":60}', '$', sample.tenantId],
  );
  await workPeriodically();
  await planUndo(sample);
  // Many rows of every table, and every call: 130 s on two cores that other work kept busy.
}, 300_000);

afterAll(async () => {
  await service.stop();
  await database.drop();
});

const isAllowed = (sql: string): boolean => ALLOWED.some(([fragment]) => sql.includes(fragment));

describe('the calls of this test', () => {
  it('are answered, but for those that need other programs, such as a mail server, or report open alerts', () => {
    const expected = [
      '/admin/sso/',
      '/admin/sign-on/',
      '/account/second-factor/',
      '/passkey',
      '/alerts/test',
      '/health/alerts',
    ];
    expect(refused.filter((call) => !expected.some((path) => call.includes(path)))).toEqual([]);
  });

  it('are of every route', () => {
    const routes = service.app.get(RouteTable).list();
    const names = routes.map(({ method, path }) => `${method} ${path}`);
    expect(names.filter((name) => !called.has(name))).toEqual([]);
  });

  it('find many rows in every table but the small ones', () => {
    const small = [...sizes].filter(([, size]) => size <= FEW_ROWS).map(([table]) => table);
    expect(small.sort()).toEqual([...SMALL_TABLES].sort());
  });
});

describe('a statement', () => {
  it('reads no table of many rows from end to end', () => {
    const isLarge = (table: string): boolean => (sizes.get(table) ?? 0) > FEW_ROWS;
    const scans = watch.statements
      .filter(({ sql }) => !isAllowed(sql))
      .flatMap((statement) =>
        fullScansOf(statement, isLarge).map(({ table, by }) => `${table} by ${by}: ${statement.sql}`),
      );
    expect([...new Set(scans)]).toEqual([]);
  });

  it('reads no more rows than a page or a batch is about, but for entries of an index that has all it needs', () => {
    const greedy = new Map<string, string>();
    for (const { sql, read: rows, during, queryPlan } of watch.statements)
      if (rows > MOST_READ && !isNarrow(queryPlan) && !isAllowed(sql))
        greedy.set(sql, `${rows} rows for ${during}`);
    expect([...greedy].map(([sql, reading]) => `${reading}: ${sql}`)).toEqual([]);
  });

  it('is an exception only while it reads much', () => {
    const much = watch.statements.filter(({ read: rows }) => rows > MOST_READ).map(({ sql }) => sql);
    expect(ALLOWED.filter(([fragment]) => !much.some((sql) => sql.includes(fragment)))).toEqual([]);
  });
});
