import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';

import { jest } from '@jest/globals';

import { FakeDatabase } from '../../../test/support/fake-database.js';
import { listen } from '../../../test/support/loopback.js';
import { StartupProblem } from '../../errors/startup-problem.js';
import type { ConnectionTarget } from './connection-target.js';
import { probeServer } from './probe.js';

const servers: { close(): void }[] = [];
beforeEach(() => {
  // mysql2's server side does not start to count packets anew for each command, and its client side complains.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});

function targetAt(port: number): ConnectionTarget {
  return { host: '127.0.0.1', port, user: 'app', password: 'secret', database: 'integration' };
}

async function fakeServer(
  version: string | undefined,
  refusal?: { code: number; message: string },
): Promise<ConnectionTarget> {
  const server = await FakeDatabase.start(version, refusal);
  servers.push(server);
  return targetAt(server.port);
}

async function problemOf(target: ConnectionTarget): Promise<string> {
  const problem: unknown = await probeServer([target]).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(problem).toBeInstanceOf(StartupProblem);
  return (problem as StartupProblem).message;
}

describe('the first connection to a database', () => {
  it('says which server answers', async () => {
    const target = await fakeServer('10.11.19-MariaDB');
    expect(await probeServer([target])).toEqual({
      family: 'mariadb',
      text: '10.11.19-MariaDB',
      supported: true,
      galera: false,
      target,
      hasDatabase: true,
    });
  });

  it('says that a database is missing where it may not be created', async () => {
    const target = await fakeServer('9.7.4', { code: 1049, message: 'Unknown database' });
    expect(await probeServer([target], { mayCreate: false })).toMatchObject({ hasDatabase: false });
  });

  it('refuses a server that is too old, and names the oldest that works', async () => {
    expect(await problemOf(await fakeServer('8.0.44'))).toBe(
      'The database server of DATABASE_URL is version 8.0.44; ' +
        'upgrade it, as MySQL 8.4 or MariaDB 10.11 is the oldest that works.',
    );
  });

  it('that is refused says what to correct and shows no secret', async () => {
    const target = await fakeServer('9.7.4', { code: 1045, message: "Access denied for user 'app' secret" });
    expect(await problemOf(target)).toBe(
      `The database at 127.0.0.1:${target.port} refuses the user or password of DATABASE_URL; ` +
        'correct it and start again.',
    );
  });

  it('to a server that accepts it and answers nothing more is given up', async () => {
    const target = await fakeServer(undefined);
    expect(await problemOf(target)).toContain('cannot be reached (no answer within 2.5 s)');
  });

  it('to a server that does not answer when the database is created is given up', async () => {
    const target = await fakeServer(undefined, { code: 1049, message: 'Unknown database' });
    expect(await problemOf(target)).toContain('The database "integration" of DATABASE_URL does not exist');
  });

  it('to a server that takes connections and says nothing is given up', async () => {
    const silent = createTcpServer(() => undefined);
    servers.push(silent);
    expect(await problemOf(targetAt(await listen(silent)))).toContain(
      'cannot be reached (no answer within 2.5 s)',
    );
  });

  it('to a place where nothing listens says so', async () => {
    const closed = createTcpServer();
    const port = await listen(closed);
    await once(closed.close(), 'close');
    expect(await problemOf(targetAt(port))).toBe(
      `The database at 127.0.0.1:${port} cannot be reached (ECONNREFUSED); ` +
        'check DATABASE_URL and that the server runs.',
    );
  });

  it('to something that is no database says so', async () => {
    const other = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    servers.push(other);
    expect(await problemOf(targetAt(await listen(other)))).toMatch(
      /^The database at 127\.0\.0\.1:\d+ cannot be reached \(.+\); .+$/,
    );
  });
});
