import { mkdir } from 'node:fs/promises';

import { ensureFakeClock } from './installation.js';
import { must } from './must.js';
import { limitSeconds, readOptions } from './options.js';
import { runControl, runLists } from './run-lists.js';
import { runService } from './run-service.js';
import { Site } from './site.js';

const begun = performance.now();

function say(line: string): void {
  process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
}

/**
 * libfaketime leaves semaphores in /dev/shm, named by process IDs, which each run has anew; those of another run may
 * belong to another user.
 * @param folder of this run, which may be below /dev/shm too
 */
async function prepareFakeClock(folder: string): Promise<string> {
  await must('mount', '--bind', folder, '/mnt');
  await must('mount', '-t', 'tmpfs', 'tmpfs', '/dev/shm');
  await mkdir(folder, { recursive: true });
  await must('mount', '--move', '/mnt', folder);
  return ensureFakeClock(say);
}

function endAfter(seconds: number): void {
  const end = (): void => {
    process.stderr.write(`The run has no result: it did not end within ${seconds} s.\n`);
    process.exit(1);
  };
  setTimeout(end, seconds * 1000).unref();
}

/** In the namespaces that `main.ts` has made. */
async function main([folder = '', ...argv]: string[]): Promise<number> {
  const options = readOptions(argv);
  if (options === undefined) return 2;
  endAfter(limitSeconds(options));
  try {
    const fakeClock = options.fault === 'clock' ? await prepareFakeClock(folder) : undefined;
    const site = await Site.make(options.kind, folder, { flush: options.flush, fakeClock }, say);
    await site.startNodes();
    say(`three nodes of ${options.kind} are synced`);
    const run = options.control ? runControl : options.bare ? runLists : runService;
    return (await run(site, options, say)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

// The load of a run that failed continues, and the nodes run; all of it ends with this process.
process.exit(await main(process.argv.slice(2)));
