/**
 * The limit of an export: the same bytes, ready in one table, one row per record, copied out over node:http. The rows
 * `piece` of the table `pieces`, in the order of their number, make the body; `?pieces=1` sends the first one alone.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createPool, type RowDataPacket } from 'mysql2';

import { parseDatabaseUrl } from '../../src/database/connection-target.js';

const pool = createPool({ ...parseDatabaseUrl(process.argv[2] ?? ''), connectionLimit: 10 });

const server = createServer(({ url }, response) => {
  const sql = 'SELECT `piece` FROM `pieces` ORDER BY `number` LIMIT ?';
  const limit = Number(new URL(url ?? '/', 'http://localhost').searchParams.get('pieces') ?? 1_000_000);
  pool.query<RowDataPacket[][]>({ sql, values: [limit], rowsAsArray: true }, (error, rows) => {
    if (error !== null) {
      response.writeHead(500).end();
      return;
    }
    const body = Buffer.concat(rows.map(([piece]) => piece as unknown as Buffer));
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(body);
  });
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit());
