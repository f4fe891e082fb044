/**
 * The program of `npm run test:db`: keeps a test server between runs, and lets one run at a time borrow it at a socket.
 * Ends when a caller sends `stop`, on a signal, or when the server was not used for the given time.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';

import { startTestServer } from '../../src/database/private-server/test-server.js';

const [path = '', unusedMs = ''] = process.argv.slice(2);

const server = await startTestServer(console.error, { name: 'kept' });
const url = `mysql://root@localhost/?socketPath=${encodeURIComponent(server.socketPath)}`;
const offer = JSON.stringify({ url, program: process.env.MYSQLD ?? '' });

let borrower: Socket | undefined;
const end = new AbortController();
const unused = setTimeout(endUnused, Number(unusedMs));

const listener = createServer((socket) => {
  // A borrower that was killed resets its connection, which then closes like every other one.
  socket.on('error', () => undefined);
  socket.on('data', (words) => {
    if (words.toString() === 'stop') end.abort();
  });
  if (borrower === undefined) lend(socket);
  else socket.write('{}\n');
});
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    end.abort();
  });

rmSync(path, { force: true });
listener.listen(path);
await once(listener, 'listening');
process.stdout.write('ready\n');
if (!end.signal.aborted) await once(end.signal, 'abort');
listener.close();
await server.stop();
// Callers that asked to stop are still connected, and see the end of this process.
process.exit();

function lend(socket: Socket): void {
  borrower = socket;
  socket.write(`${offer}\n`);
  // The end is there before the borrower sees the answer to it, the close also when the borrower was killed.
  for (const event of ['end', 'close'])
    socket.once(event, () => {
      if (borrower !== socket) return;
      borrower = undefined;
      unused.refresh();
    });
}

function endUnused(): void {
  if (borrower === undefined) end.abort();
  else unused.refresh();
}
