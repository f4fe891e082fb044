import { once } from 'node:events';
import { promisify } from 'node:util';

import { readConfig } from '../../../src/config/environment.js';
import { connectDatabase } from '../../../src/database/connection/connect.js';
import { parseDatabaseUrls } from '../../../src/database/connection/connection-target.js';
import { createServerPool } from '../../../src/database/connection/server-pool.js';
import { person } from '../../factories/person.js';
import { DatabaseProxy } from '../../support/database-proxy.js';
import { ReplicatedServers } from '../../support/replicated-servers.js';
import { TestService, type TestTenant } from '../../support/service.js';
import { until } from '../../support/until.js';

/** A DATABASE_URL that lists these servers, in this order. */
function listOf(...proxies: readonly DatabaseProxy[]): string {
  const [first] = proxies;
  return first?.url.replace(first.place, proxies.map(({ place }) => place).join(',')) ?? '';
}

describe('of a list of hosts', () => {
  let first: DatabaseProxy;
  let second: DatabaseProxy;
  let service: TestService;
  let tenant: TestTenant;

  beforeEach(async () => {
    first = await DatabaseProxy.start(process.env.DATABASE_URL ?? '');
    second = await DatabaseProxy.start(process.env.DATABASE_URL ?? '');
    service = await TestService.start({ DATABASE_URL: listOf(first, second) });
    tenant = await service.tenant();
  });

  afterEach(async () => {
    await service.stop();
    await first.cut();
    await second.cut();
  });

  /**
   * Repeats a post until it succeeds.
   * @returns the statuses
   */
  async function postUntilDone(): Promise<number[]> {
    const statuses: number[] = [];
    const one = person();
    await until('the post is answered by a database', async () => {
      statuses.push((await tenant.sis.post('/users', one)).status);
      return statuses.at(-1) !== 503;
    });
    return statuses;
  }

  it('the first one is used', async () => {
    expect(await postUntilDone()).toEqual([201]);
    expect({ first: first.isUnused, second: second.isUnused }).toEqual({ first: false, second: true });
  });

  it('the next one serves when the first is lost, and nothing that was answered is missing', async () => {
    const people = Array.from({ length: 30 }, () => person());
    const posts = people.map((one) => tenant.sis.post('/users', one));
    await posts[0];
    await first.cut();
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);

    expect((await postUntilDone()).at(-1)).toBe(201);
    expect(second.isUnused).toBe(false);
    const found = await Promise.all(
      people.map(({ externalId }) => tenant.sis.get(`/users/${String(externalId)}`)),
    );
    expect(found.filter(({ status }, index) => statuses[index] === 201 && status !== 200)).toEqual([]);
  });

  it('the service returns to the first one when it is back, and no connection stays with the next', async () => {
    await first.cut();
    await postUntilDone();
    await first.restore();
    const statuses: number[] = [];
    await until('no connection stays with the next one', async () => {
      statuses.push(...(await postUntilDone()));
      return second.isUnused;
    });
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(first.isUnused).toBe(false);
  });

  it('a connection to the next one that is given back after the move ends', async () => {
    const targets = parseDatabaseUrls(listOf(first, second));
    await first.cut();
    const { user, password, database } = targets[0];
    const pool = createServerPool({ user, password, database }, targets, {
      forWriting: true,
      silenceMs: 1000,
      sessionInit: [],
      isLongWork: () => false,
    });
    const take = promisify(pool.getConnection.bind(pool));
    const early = await take();
    expect(early.config.port).toBe(targets[1]?.port);
    await first.restore();
    let late = await take();
    await until('a new connection goes to the first one', async () => {
      if (late.config.port === targets[0].port) return true;
      late.destroy();
      late = await take();
      return false;
    });
    // The pool hands out the connection that was given back last.
    const ended = once(early, 'end');
    early.release();
    late.release();
    await ended;
    await promisify(pool.end.bind(pool))();
  });

  it('a start finds the one that answers', async () => {
    await first.cut();
    const another = await TestService.start({ DATABASE_URL: listOf(first, second) });
    expect((await another.anonymous().get('/health/ready')).status).toBe(200);
    await another.stop();
  });

  it('when none answers a start says why, without a secret', async () => {
    await first.cut();
    await second.cut();
    const config = readConfig({ DATABASE_URL: listOf(first, second).replace(':@', ':secret@') });
    await expect(connectDatabase(config, () => undefined)).rejects.toThrow(
      `The database at ${first.place} cannot be reached (ECONNREFUSED); check DATABASE_URL and that the server runs.`,
    );
  });
});

describe('of a primary and its replica', () => {
  let servers: ReplicatedServers;
  let primary: DatabaseProxy;
  let replica: DatabaseProxy;

  beforeAll(async () => {
    servers = await ReplicatedServers.start();
    primary = await DatabaseProxy.start(servers.primaryUrl);
    replica = await DatabaseProxy.start(servers.replicaUrl);
  });

  afterAll(async () => {
    await primary.cut();
    await replica.cut();
    await servers.stop();
  });

  it('the one that may be written to is used, whichever stands first', async () => {
    const service = await TestService.start({ DATABASE_URL: listOf(replica, primary) });
    const { sis } = await service.tenant();
    expect((await sis.post('/users', person())).status).toBe(201);
    await service.stop();
  });

  it('none is used when all of them only read', async () => {
    const config = readConfig({ DATABASE_URL: listOf(replica, replica) });
    await expect(connectDatabase(config, () => undefined)).rejects.toThrow(
      /^None of the database servers .+ can be written to; check DATABASE_URL and their state\.$/,
    );
  });
});
