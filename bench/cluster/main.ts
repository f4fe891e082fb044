import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isRootUser } from '../../src/database/private-server/process-identity.js';
import { ensureGalera, ensureMachines, findGroupReplication, KEPT_PACKAGES } from './installation.js';
import { readOptions, USAGE } from './options.js';

const INSIDE = join(import.meta.dirname, 'inside.ts');
/** With the first process of the namespaces everything in them ends: processes, networks and mounted disks. */
const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Runs the rest in namespaces of its own, which end when this process does, however that happens. */
async function runInside(folder: string, argv: readonly string[]): Promise<number> {
  const node = [process.execPath, ...process.execArgv, INSIDE, folder, ...argv];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...NAMESPACES, ...node], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill('SIGKILL'));
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 130;
}

async function main(argv: string[]): Promise<number> {
  const options = readOptions(argv);
  if (options === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  if (!isRootUser()) {
    say('Only root may run this: it makes network namespaces and mounts disks.');
    return 1;
  }
  const folder = await mkdtemp(join(tmpdir(), 'integration-api-cluster-'));
  // The nodes may run as another user, and create their files below this folder.
  await chmod(folder, 0o711);
  try {
    // Inside there is no network to install anything from.
    await ensureMachines(say);
    if (options.kind === 'galera') await ensureGalera(KEPT_PACKAGES, join(folder, 'programs'), say);
    else await findGroupReplication(say);
    return await runInside(folder, argv);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return 1;
  } finally {
    if (options.keep) say(`Logs and data are kept in ${folder}`);
    else await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

process.exit(await main(process.argv.slice(2)));
