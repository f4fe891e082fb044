// The built service in a process that kills itself, or the process whose ID is in FAULT_VICTIM, once. All modules are
// loaded first. A line on stdin then names the fault point (`none` for no fault), the application starts, and its
// address is printed. The build is used because it loads
// in a third of the time, and a test needs one such process per fault point.
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { BackgroundRunsService } from '../../dist/background/background-runs.service.js';
import { createApplication } from '../../dist/bootstrap.js';
import { readConfig } from '../../dist/config/environment.js';
import { connectDatabase } from '../../dist/database/connection/connect.js';
import { FaultPoints } from '../../dist/database/transaction/fault-points.js';

const [fatal] = await once(createInterface({ input: process.stdin }), 'line');
const config = readConfig({ ...process.env, PORT: '0' });
const database = await connectDatabase(config, () => undefined);
const app = await createApplication(config, database.options);
let isDone = false;
app.get(FaultPoints).onReach = (point) => {
  if (point !== fatal || isDone) return;
  isDone = true;
  process.kill(Number(process.env['FAULT_VICTIM'] ?? process.pid), 'SIGKILL');
};
await app.listen(0, '127.0.0.1');
await app.get(BackgroundRunsService).start();
const { port } = app.getHttpServer().address();
process.stdout.write(`http://127.0.0.1:${port}\n`);
