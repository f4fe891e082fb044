import { runTypescript } from '../setup/child.mjs';
import { ensureMysql } from '../programs/mysql-server.mjs';
import { explain } from '../setup/problem.mjs';
import { ensureBuild } from '../setup/setup.mjs';

await ensureBuild();
const words = process.argv.slice(2);
if (words.some((word) => word.includes('group-replication')))
  process.env.MYSQLD = await ensureMysql().catch(explain);
process.exitCode = await runTypescript('bench/cluster/main.ts', words);
