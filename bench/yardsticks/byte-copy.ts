/**
 * The limit of an export: the same bytes, prepared in a table with one row per record, copied over node:http. `/page`
 * sends the rows of the table `page`, in the order of their number.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { RowDataPacket } from 'mysql2';

import { openPool } from './pool.js';

const pool = openPool(process.argv[2] ?? '');

const server = createServer(({ url }, response) => {
  const sql = 'SELECT `piece` FROM ?? ORDER BY `number`';
  pool.query<RowDataPacket[][]>({ sql, values: [url?.slice(1)], rowsAsArray: true }, (error, rows) => {
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
