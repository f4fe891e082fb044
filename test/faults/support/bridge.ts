import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Program } from '../../../bench/support/program.js';
import { PROJECT_ROOT } from '../../support/service-process.js';
import { until } from '../../support/until.js';
import type { FaultSite } from './fault-site.js';

/** It says some things only when a broker has started again, which takes ten seconds and more. */
const SAID_LIMIT_MS = 60_000;

/** The process that takes events from a queue to the service. */
export class Bridge {
  /** Its last line on stdout; undefined when it was killed. */
  readonly summary: Promise<string | undefined>;

  private constructor(
    private readonly program: Program,
    private readonly log: string,
  ) {
    this.summary = program.said(/^(\d+ applied.*)$/).catch(() => undefined);
  }

  /** @param log another file for each bridge whose words are read */
  static start(
    site: FaultSite,
    amqp: string,
    words: readonly string[],
    log: string,
    env: Readonly<Record<string, string>> = {},
  ): Bridge {
    const { headers } = site.access;
    const file = join(site.folder, log);
    const command: [string, ...string[]] = [process.execPath, join(PROJECT_ROOT, 'dist/cli/main.js')];
    const program = Program.start('the bridge', [...command, 'events', 'consume', ...words], {
      log: file,
      env: {
        PATH: process.env['PATH'],
        INTEGRATION_API_AMQP: amqp,
        INTEGRATION_API_URL: site.baseUrl,
        INTEGRATION_API_KEY: headers['X-Service-API-Key'],
        INTEGRATION_API_SECRET: headers['X-Service-API-Secret'],
        INTEGRATION_API_BACKOFF_MS: '100',
        ...env,
      },
    });
    return new Bridge(program, file);
  }

  /** Waits until its log has these words. */
  async untilSaid(words: string): Promise<void> {
    const hasSaid = async (): Promise<boolean> => (await this.said()).includes(words);
    const isKnown = async (): Promise<boolean> => !this.program.isRunning || (await hasSaid());
    await until(`the bridge has said "${words}"`, isKnown, { within: SAID_LIMIT_MS });
    if (!(await hasSaid())) throw new Error(`It ended without ${words}: ${await this.said()}`);
  }

  said(): Promise<string> {
    return readFile(this.log, 'utf8');
  }

  /** @returns the exit code; null when a signal ended it */
  async ended(): Promise<unknown> {
    return ((await this.program.ended) as [unknown])[0];
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<unknown> {
    await this.program.stop(signal);
    return this.ended();
  }
}
