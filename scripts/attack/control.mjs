// A server with the flaw that the scan looks for. It proves that a scan without findings could have found one.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createConnection } from 'mysql2/promise';

/** @returns a target whose name is put into a statement unescaped */
export async function startControl(database) {
  const connection = await createConnection({ ...database, database: 'service' });
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '', 'http://localhost').searchParams.get('name');
    connection.query(`SELECT \`firstName\` FROM \`users\` WHERE \`firstName\` = '${name}'`).then(
      ([rows]) => response.end(JSON.stringify(rows)),
      (error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const host = `127.0.0.1:${port}`;
  return {
    target: { name: 'control', text: `GET /?name=Ann* HTTP/1.1\nHost: ${host}\n\n`, marks: 1 },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await connection.end();
    },
  };
}
