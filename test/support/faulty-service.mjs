// The built service as a process that kills itself. Everything is loaded first; a line on stdin then names the fault
// point at which it dies (`none`: it lives), the application starts, and its address is printed. Built, because that
// loads in a third of the time, and a test needs one such process per fault point.
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { createApplication } from '../../dist/bootstrap.js';
import { readConfig } from '../../dist/config/environment.js';
import { connectDatabase } from '../../dist/database/connection/connect.js';
import { FaultPoints } from '../../dist/submissions/outbox/fault-points.js';

const [fatal] = await once(createInterface({ input: process.stdin }), 'line');
const config = readConfig({ ...process.env, PORT: '0' });
const database = await connectDatabase(config, () => undefined);
const app = await createApplication(config, database.options);
app.get(FaultPoints).onReach = (point) => {
  if (point === fatal) process.kill(process.pid, 'SIGKILL');
};
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address();
process.stdout.write(`http://127.0.0.1:${port}\n`);
