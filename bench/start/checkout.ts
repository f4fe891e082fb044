import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Child } from '../support/child.js';
import { cpuSeconds, peakMiB } from '../support/process-usage.js';

const USAGE = join(import.meta.dirname, 'usage.mjs');
/** It tests a pure rule, with few imports. */
const UNIT_FILE = 'src/config/environment.spec.ts';

/** What a program has used from its start to its end, or until it was ready. */
export interface Usage {
  readonly cpuSeconds: number;
  /** Of the process that had most. */
  readonly peakMiB: number;
}

/** A folder of the project, built, whose programs are started. */
export class Checkout {
  /** @param environment that of the service */
  constructor(
    private readonly folder: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  command(...words: string[]): Promise<Usage> {
    return this.used(['dist/cli/main.js', ...words]);
  }

  /** As `npm test` runs it, without npm itself. */
  unitFile(): Promise<Usage> {
    return this.used(['scripts/tests/test.mjs', UNIT_FILE]);
  }

  /** Until it is ready; it has started before, so that its database is there. */
  async service(): Promise<Usage> {
    const child = await Child.start([join(this.folder, 'dist/main.js')], this.environment, /^Ready at (\S+)/);
    const usage = { cpuSeconds: cpuSeconds(child.pid), peakMiB: peakMiB(child.pid) };
    await child.stop();
    return usage;
  }

  private async used(words: readonly string[]): Promise<Usage> {
    const file = join(this.environment['DATA_DIR'] ?? '', 'usage');
    const env = { ...this.environment, BENCH_USAGE: file, NODE_OPTIONS: `--import=${USAGE}` };
    await promisify(execFile)(process.execPath, words, { cwd: this.folder, env });
    const processes = (await readFile(file, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Usage);
    await rm(file);
    return {
      cpuSeconds: processes.reduce((sum, one) => sum + one.cpuSeconds, 0),
      peakMiB: Math.max(...processes.map((one) => one.peakMiB)),
    };
  }
}
