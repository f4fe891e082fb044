// Where a drill reads the backup in: a private server that is made for it, or an empty database that is named.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs `work` on an empty database beside the source.
 * @param url an empty database, which is left as the drill leaves it; otherwise a private server is made and removed
 */
export async function withCopy(url, family, database, work) {
  if (url === undefined) return onPrivateServer(family, database, work);
  const target = await prepare(url);
  return work(target, url);
}

async function onPrivateServer(family, database, work) {
  const [{ startPrivateServer }, { findServerBinary }] = await Promise.all([
    import('#service/database/private-server/private-server.js'),
    import('#service/database/private-server/server-binary.js'),
  ]);
  const binary = await findServerBinary(family);
  if (binary === undefined)
    throw new Error(
      `This machine has no ${family} server to restore into; name an empty database in --on, or a server in MYSQLD.`,
    );
  // The private server takes the program that this variable names.
  process.env.MYSQLD = binary.path;
  const directory = mkdtempSync(join(tmpdir(), 'restore-drill-'));
  let server;
  try {
    server = await startPrivateServer({ directory, durable: false, log: () => undefined });
    const url = `mysql://${server.user}@localhost/${database}?socketPath=${encodeURIComponent(server.socketPath)}`;
    return await work(await prepare(url), url);
  } finally {
    await server?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Makes the database when it is missing. */
async function prepare(url) {
  const [{ parseDatabaseUrl }, { probeServer }] = await Promise.all([
    import('#service/database/connection/connection-target.js'),
    import('#service/database/connection/probe.js'),
  ]);
  const target = parseDatabaseUrl(url);
  await probeServer([target]);
  return target;
}
