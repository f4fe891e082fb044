import { jest } from '@jest/globals';

import { person } from '../../factories/person.js';
import { Administrators } from '../../support/administrators.js';
import { refusalOf, rowsOf } from '../../support/answers.js';
import { letPass } from '../../support/clock.js';
import { DatabaseProxy } from '../../support/database-proxy.js';
import { FeedReader, readFeed } from '../../support/feed-reader.js';
import { LogLines } from '../../support/log-lines.js';
import { LossWatch } from '../../support/loss-watch.js';
import { scrape } from '../../support/metrics.js';
import { ReplicatedServers } from '../../support/replicated-servers.js';
import { RewoundServer } from '../../support/rewound-server.js';
import { clientsAt, type IssuedKey, TestService, type TestTenant } from '../../support/service.js';
import { listAll } from '../../support/user-reader.js';
import { pathOf } from '../../support/walk-reader.js';
import { Tester } from '../../sandbox/support.js';

// Several database servers are started.
const SERVERS_MS = 120_000;
/** Longer than a replica that was refused is not used. */
const REST_MS = 11_000;

async function post(sis: TestTenant['sis'], body = person()): Promise<string> {
  const { status, body: answer } = await sis.post('/users', body);
  expect(status).toBe(201);
  return String(answer.data['id']);
}

describe('after a fail-over to a replica', () => {
  let servers: ReplicatedServers;
  let other: { url: string; run: (sql: string) => Promise<unknown> };
  let proxy: DatabaseProxy;
  let service: TestService;
  let another: TestService;
  let tenant: TestTenant;

  beforeEach(async () => {
    servers = await ReplicatedServers.start();
    other = await servers.another();
    proxy = await DatabaseProxy.start(servers.primaryUrl);
    service = await TestService.start({ DATABASE_URL: proxy.url, DATABASE_READ_URL: servers.readUrl });
    another = await TestService.start({ DATABASE_URL: proxy.url });
    tenant = await service.tenant();
  }, SERVERS_MS);

  afterEach(async () => {
    jest.useRealTimers();
    await service.stop();
    await another.stop();
    await proxy.cut();
    await servers.stop();
  }, SERVERS_MS);

  /** Lets the other server have all commits from before. */
  async function caughtUp(): Promise<void> {
    const [row]: { version: string }[] = await service.query('SELECT VERSION() AS `version`');
    const [variable, wait] = /mariadb/i.test(row?.version ?? '')
      ? ['gtid_binlog_pos', 'MASTER_GTID_WAIT']
      : ['gtid_executed', 'WAIT_FOR_EXECUTED_GTID_SET'];
    const [at]: { position: string }[] = await service.query(`SELECT @@GLOBAL.${variable} AS \`position\``);
    await other.run(`SELECT ${wait}('${at?.position ?? ''}', 30)`);
  }

  async function failOver(): Promise<void> {
    await proxy.cut();
    await other.run('STOP REPLICA');
    await other.run('SET GLOBAL read_only = 0');
    proxy.leadTo(other.url);
    await proxy.restore();
  }

  it(
    'that had not received the last commits, the loss is seen by everyone whom it concerns, once',
    async () => {
      const reader = await FeedReader.begin(tenant.sis);
      const kept = await post(tenant.sis);
      await reader.next();
      const keptPlace = reader.place;
      await caughtUp();
      await other.run('STOP REPLICA');
      const lost = await post(tenant.sis);
      await post(clientsAt(another.baseUrl, tenant).sis);
      await reader.next();
      const lostSince = (await listAll(tenant.sis)).nextSince;

      const lines = new LogLines(service);
      await failOver();
      const [loss, ...more] = await new LossWatch(service).found();
      await new LossWatch(another).look();
      expect(more).toEqual([]);
      const all = await new LossWatch(another).losses();
      expect(all.map(({ server, formerServer }) => [server?.split('#')[1], formerServer])).toEqual([
        ['3', null],
      ]);
      expect(loss?.firstAt.getTime()).toBeLessThanOrEqual(loss?.lastAt.getTime() ?? 0);
      expect(await lines.read()).toContain('"msg":"commits were lost"');
      lines.close();
      expect((await scrape(service)).value('commit_losses')).toBe(1);

      const events = await tenant.sis.get(pathOf('/events', { after: reader.place }));
      expect(refusalOf(events)).toEqual([410, 'CURSOR_EXPIRED', expect.any(String)]);
      const delta = await tenant.sis.get(pathOf('/users', { since: lostSince }));
      expect(refusalOf(delta)).toEqual([410, 'CURSOR_EXPIRED', expect.any(String)]);
      const before = await tenant.sis.get(pathOf('/events', { after: keptPlace }));
      expect(refusalOf(before)).toEqual([410, 'CURSOR_EXPIRED', expect.any(String)]);

      const anew = await post(tenant.sis);
      expect(anew).not.toBe(lost);
      const begun = await listAll(tenant.sis);
      expect(begun.users.map(({ id }) => id)).toEqual([kept, anew]);
      expect(begun.nextSince > lostSince).toBe(true);
      expect((await tenant.sis.get(pathOf('/users', { since: begun.nextSince }))).status).toBe(200);

      await service.settle(tenant);
      const { api } = await new Administrators(service).open(tenant);
      expect(rowsOf(await api.get('/alerts?state=open&kind=commits_lost'))).toHaveLength(1);
    },
    SERVERS_MS,
  );

  it(
    'that has all of them, nothing is reported, and readers go on',
    async () => {
      const reader = await FeedReader.begin(tenant.sis);
      await post(tenant.sis);
      await reader.next();
      const { nextSince } = await listAll(tenant.sis);
      await caughtUp();
      await failOver();
      expect(await new LossWatch(service).found()).toEqual([]);
      expect(await new LossWatch(another).found()).toEqual([]);
      await post(tenant.sis);
      expect((await reader.next()).map(({ type }) => type)).toContain('user.created.v1');
      expect((await tenant.sis.get(pathOf('/users', { since: nextSince }))).status).toBe(200);
    },
    SERVERS_MS,
  );

  it(
    'a replica for reads that has commits which the new primary lacks is not read',
    async () => {
      const { api } = await new Administrators(service).open(tenant);
      await post(tenant.sis);
      await caughtUp();
      await other.run('STOP REPLICA');
      // So many that the replica is further than the new primary for the rest of the test.
      let lost = '';
      for (let count = 0; count < 20; count += 1) lost = await post(tenant.sis);
      const shown = async (): Promise<unknown[]> => rowsOf(await api.get(`/users?q=${lost}`));
      expect(await shown()).toHaveLength(1);
      await failOver();
      await new LossWatch(service).look();
      await post(tenant.sis);
      letPass(REST_MS);
      expect(await shown()).toEqual([]);
    },
    SERVERS_MS,
  );
});

describe('of one server', () => {
  let server: RewoundServer;
  let service: TestService;
  let tenant: TestTenant;

  beforeEach(async () => {
    server = await RewoundServer.start();
    service = await TestService.start({ DATABASE_URL: server.url });
    tenant = await service.tenant();
    await post(tenant.sis);
  }, SERVERS_MS);

  afterEach(async () => {
    await service.stop();
    await server.stop();
  }, SERVERS_MS);

  it(
    'a restart reports nothing, and a crash that lost the last commits is seen',
    async () => {
      const watch = new LossWatch(service);
      await server.restart();
      expect(await watch.found()).toEqual([]);
      await post(tenant.sis);
      expect(await watch.found()).toEqual([]);
      await server.rewind();
      expect(await watch.found()).toHaveLength(1);
      expect(await watch.found()).toHaveLength(1);
    },
    SERVERS_MS,
  );

  it(
    'a stamp that was lost and is given to another event is not taken for the one that a reader has',
    async () => {
      const tester = await Tester.at(service);
      const sandbox = await tester.make({ clock: { now: '2027-03-01T09:30:00.000Z', frozen: true } });
      const reader = await FeedReader.begin(sandbox.as('users'));
      await post(sandbox.as('users'));
      await reader.next();
      const keptPlace = reader.place;
      await server.restart();
      await new LossWatch(service).look();
      await post(sandbox.as('users'), person({ firstName: 'Lost' }));
      const [{ sequence: lost } = { sequence: '' }] = await reader.next();

      // A process that remembers nothing.
      const another = await TestService.start({ DATABASE_URL: server.url });
      await server.rewind();
      const credentials = sandbox.made['credentials'] as (IssuedKey & {
        readonly scopes: readonly string[];
      })[];
      const { sis } = clientsAt(
        another.baseUrl,
        credentials.find(({ scopes }) => scopes.includes('users')) ?? {},
      );
      await post(sis, person({ firstName: 'Later' }));
      const [given] = (await readFeed(sis, { after: keptPlace })).events;
      const events = await sis.get(pathOf('/events', { after: reader.place }));
      await another.stop();
      expect(given?.sequence).toBe(lost);
      expect(refusalOf(events)).toEqual([410, 'CURSOR_EXPIRED', expect.any(String)]);
    },
    SERVERS_MS,
  );

  it(
    'what no process remembers is seen by the place of a reader, and the service goes on',
    async () => {
      await server.restart();
      await new LossWatch(service).look();
      const reader = await FeedReader.begin(tenant.sis);
      await post(tenant.sis);
      await reader.next();
      await service.stop();
      await server.rewind();
      service = await TestService.start({ DATABASE_URL: server.url });
      const { sis } = clientsAt(service.baseUrl, tenant);
      await post(sis);
      expect(await new LossWatch(service).found()).toEqual([]);
      const events = await sis.get(pathOf('/events', { after: reader.place }));
      expect(refusalOf(events)).toEqual([410, 'CURSOR_EXPIRED', expect.any(String)]);
      expect(await new LossWatch(service).losses()).toHaveLength(1);
      expect((await (await FeedReader.begin(sis)).next()).length).toBe(0);
    },
    SERVERS_MS,
  );
});
