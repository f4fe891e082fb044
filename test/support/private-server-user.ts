/** A process that uses the private server in the directory it is given until its stdin closes. */
import { once } from 'node:events';
import { startPrivateServer } from '../../src/database/private-server/private-server.js';

const directory = process.argv[2] ?? '';
const stdinClosed = once(process.stdin.resume(), 'close');
const server = await startPrivateServer({ directory, durable: true, log: console.error });
process.stdout.write(`${server.socketPath}\n`);
await stdinClosed;
await server.stop();
