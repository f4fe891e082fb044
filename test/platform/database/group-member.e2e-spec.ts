import { randomUUID } from 'node:crypto';

import { jest } from '@jest/globals';
import { createConnection } from 'mysql2/promise';

import { findGroupReplication } from '../../../bench/cluster/installation.js';
import { isUsableNode } from '../../../src/database/connection/node-state.js';
import { findServerBinary } from '../../../src/database/private-server/server-binary.js';
import { startTestServer, type TestServer } from '../../../src/database/private-server/test-server.js';

// A server is set up, and becomes the member of a group.
jest.setTimeout(120_000);

const isMysql = (await findServerBinary())?.family === 'mysql';
/** A MySQL must have its plugin, or this fails. MariaDB has no group replication: there is nothing to try on it. */
const plugins = isMysql ? (await findGroupReplication(() => undefined)).plugins : undefined;
const onMysql = isMysql ? describe : describe.skip;

onMysql('a server of a group that has not joined it', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer(undefined, {
      name: 'member',
      flags: [
        '--performance-schema=ON',
        `--plugin-dir=${plugins ?? ''}`,
        '--plugin-load-add=group_replication.so',
        `--group-replication-group-name=${randomUUID()}`,
        '--group-replication-start-on-boot=OFF',
      ],
    });
  });

  afterAll(() => server.stop());

  async function isUsable(user: string, forWriting: boolean): Promise<boolean> {
    const connection = await createConnection({ socketPath: server.socketPath, user });
    try {
      return await isUsableNode(connection, forWriting);
    } finally {
      connection.destroy();
    }
  }

  it('is not written to, though it is not read-only', async () => {
    expect(await isUsable('root', true)).toBe(false);
    expect(await isUsable('root', false)).toBe(true);
  });

  it('is judged by read_only alone for a user who may not see the members', async () => {
    const connection = await createConnection({ socketPath: server.socketPath, user: 'root' });
    await connection.query('CREATE USER unseeing@localhost');
    expect(await isUsable('unseeing', true)).toBe(true);
    await connection.query('SET GLOBAL read_only = ON');
    expect(await isUsable('unseeing', true)).toBe(false);
    await connection.query('SET GLOBAL read_only = OFF');
    await connection.end();
  });
});
