import { runTypescript } from './child.mjs';
import { ensureMysql } from './mysql-server.mjs';
import { explain } from './problem.mjs';
import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
const words = process.argv.slice(2);
if (words.some((word) => word.includes('group-replication')))
  process.env.MYSQLD = await ensureMysql().catch(explain);
process.exitCode = await runTypescript('bench/cluster/main.ts', words);
