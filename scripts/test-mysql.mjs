import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureMysql, MysqlProblem, versionOf } from './mysql-server.mjs';
import { ensureBuild, ensureModules, ensureNode, fail, say } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
const MYSQLD = await ensureMysql().catch((error) => {
  if (!(error instanceof MysqlProblem)) throw error;
  fail([error.output, error.message].filter(Boolean).join('\n'));
});
const version = await versionOf(MYSQLD);
if (version === undefined) fail(`MYSQLD is set to ${MYSQLD}, which is no MySQL server.`);
say(`The end-to-end tests run on MySQL ${version}.`);

// The list of projects comes last, as it takes what follows it for another one.
const test = join(dirname(fileURLToPath(import.meta.url)), 'test.mjs');
const words = [test, ...process.argv.slice(2), '--selectProjects', 'e2e'];
const child = spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, MYSQLD } });

// Outlive the tests, to pass on how they ended.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
});
