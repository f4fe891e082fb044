import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePorts } from '../../../bench/support/ports.js';
import { Program } from '../../../bench/support/program.js';
import { put } from '../../faults/support/balancer.js';
import { installWithoutService } from '../../support/install-without-service.js';
import { PROJECT_ROOT } from '../../support/service-process.js';
import { until } from '../../support/until.js';

export const FOLDER = join(PROJECT_ROOT, 'docker/prometheus');
const READY_LIMIT_MS = 60_000;

/** A rule as Prometheus has read it. */
export interface Rule {
  readonly name: string;
  readonly query: string;
  /** Of `for`, in seconds. */
  readonly duration: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** A series of a result. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Answer {
  readonly status: string;
  readonly data: unknown;
  readonly error?: string;
}

/** Installs the distribution's Prometheus when it is missing and permitted, without its service being started. */
export async function ensurePrometheus(): Promise<void> {
  if (await isThere()) return;
  const reason = 'No Prometheus was found; installing the distribution’s with apt-get.';
  await installWithoutService('prometheus', reason);
  if (!(await isThere()))
    throw new Error(
      'These tests need Prometheus (on Debian: apt-get install prometheus), which is not here.',
    );
}

async function isThere(): Promise<boolean> {
  const asked = promisify(execFile)('promtool', ['--version']);
  return asked.then(
    () => true,
    () => false,
  );
}

/** A Prometheus with the files of `docker/prometheus`; only its targets and intervals are others. */
export class Prometheus {
  private constructor(
    private readonly baseUrl: string,
    private readonly program: Program,
  ) {}

  /** @param targets the host and port of each process of the service */
  static async start(folder: string, targets: readonly string[]): Promise<Prometheus> {
    const [port = 0] = await freePorts(1);
    const standard = await readFile(join(FOLDER, 'prometheus.yml'), 'utf8');
    const quick = put(standard, 'scrape_interval: 15s', 'scrape_interval: 1s\n  evaluation_interval: 1s');
    const config = put(quick, "['service:3000']", JSON.stringify(targets));
    await writeFile(join(folder, 'prometheus.yml'), config);
    await copyFile(join(FOLDER, 'alerts.yml'), join(folder, 'alerts.yml'));
    const command: [string, ...string[]] = [
      'prometheus',
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    const program = Program.start('Prometheus', command, { log: join(folder, 'prometheus.log') });
    const prometheus = new Prometheus(`http://127.0.0.1:${port}`, program.ignoreOutput());
    await prometheus.untilReady(join(folder, 'prometheus.log'));
    return prometheus;
  }

  stop(): Promise<void> {
    return this.program.stop('SIGKILL');
  }

  async rules(): Promise<Rule[]> {
    const { groups } = (await this.ask('/api/v1/rules')) as { groups: { rules: Rule[] }[] };
    return groups.flatMap(({ rules }) => rules);
  }

  /** The samples of an expression now, NaN included. */
  async query(expression: string): Promise<Sample[]> {
    const path = `/api/v1/query?${new URLSearchParams({ query: expression }).toString()}`;
    const { result } = (await this.ask(path)) as {
      result: { metric: Record<string, string>; value: [number, string] }[];
    };
    return result.map(({ metric, value: [, text] }) => ({ metric, value: Number(text) }));
  }

  /** The values of a label of this metric. */
  async valuesOf(label: string, metric: string): Promise<string[]> {
    const query = new URLSearchParams({ 'match[]': metric }).toString();
    return (await this.ask(`/api/v1/label/${label}/values?${query}`)) as string[];
  }

  private async ask(path: string): Promise<unknown> {
    const answer = (await (await fetch(this.baseUrl + path)).json()) as Answer;
    if (answer.status !== 'success') throw new Error(`Prometheus answers ${answer.error ?? ''} to ${path}`);
    return answer.data;
  }

  private async untilReady(log: string): Promise<void> {
    const isReady = async (): Promise<boolean> => (await fetch(`${this.baseUrl}/-/ready`)).status === 200;
    const { program } = this;
    await until('Prometheus is ready', () => !program.isRunning || isReady(), { within: READY_LIMIT_MS });
    if (!program.isRunning)
      throw new Error(`Prometheus ended before it was ready: ${await readFile(log, 'utf8')}`);
  }
}
