import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createConnection } from 'mysql2/promise';

import { OwnDatabase } from '../../../support/own-database.js';
import { TestService } from '../../../support/service.js';

it('puts back what it began', async () => {
  const service = await TestService.ofWorker();
  await service.tenant();
  const own = new OwnDatabase('kept');
  const another = await TestService.start({ DATABASE_URL: own.url });
  await another.stop();
  await own.drop();
  const connection = await createConnection({ uri: process.env['DATABASE_URL'] ?? '' });
  await connection.end();
  await rm(await mkdtemp(join(tmpdir(), 'removed-')), { recursive: true });
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  child.kill();
  await once(child, 'exit');
});
