/**
 * The real service as a process that kills itself. Everything is loaded first; a line on stdin then names the fault
 * point at which it dies (`none`: it lives), the application starts, and its address is printed.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

import { createApplication } from '../../src/bootstrap.js';
import { readConfig } from '../../src/config/environment.js';
import { connectDatabase } from '../../src/database/connect.js';
import { FaultPoints } from '../../src/submissions/outbox/fault-points.js';

const [fatal] = (await once(createInterface({ input: process.stdin }), 'line')) as [string];
const config = readConfig({ ...process.env, PORT: '0' });
const database = await connectDatabase(config, () => undefined);
const app = await createApplication(config, database.options);
app.get(FaultPoints).onReach = (point) => {
  if (point === fatal) process.kill(process.pid, 'SIGKILL');
};
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address() as AddressInfo;
process.stdout.write(`http://127.0.0.1:${port}\n`);
