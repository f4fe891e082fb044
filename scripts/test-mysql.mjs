import { runJest } from './child.mjs';
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

// The list of projects comes last, because Jest takes any further argument for another project.
process.exitCode = await runJest([...process.argv.slice(2), '--selectProjects', 'e2e'], { MYSQLD });
