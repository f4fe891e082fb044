import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runHaproxy } from '../../../bench/cluster/haproxy.js';
import { ensureHaproxy } from '../../../bench/cluster/installation.js';
import { freePorts } from '../../../bench/support/ports.js';
import type { Program } from '../../../bench/support/program.js';
import { PROJECT_ROOT } from '../../support/service-process.js';
import type { FaultSite } from './fault-site.js';

/** Finds the text once, so that a file that was changed is noticed. */
function put(text: string, place: string, other: string): string {
  const parts = text.split(place);
  if (parts.length !== 2) throw new Error(`There is not one ${place} in the file`);
  return parts.join(other);
}

/** What the unit of systemd sets besides ports and folders. */
async function settingsOfUnit(): Promise<Record<string, string>> {
  const unit = await readFile(join(PROJECT_ROOT, 'docker/systemd/integration-api@.service'), 'utf8');
  const [, drainSeconds = ''] = /^Environment=DRAIN_SECONDS=(\d+)$/m.exec(unit) ?? [];
  const [, proxies = ''] = /^Environment=TRUSTED_PROXIES=(\S+)$/m.exec(unit) ?? [];
  return { DRAIN_SECONDS: drainSeconds, TRUSTED_PROXIES: proxies };
}

/** Two processes on one database behind HAProxy, with the files of `docker/`; only ports are others. */
export class BalancedProcesses {
  private constructor(
    readonly baseUrl: string,
    private readonly site: FaultSite,
    private readonly haproxy: Program,
    private readonly ports: readonly number[],
    private readonly programs: Program[],
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async start(site: FaultSite): Promise<BalancedProcesses> {
    const [port = 0, ...ports] = await freePorts(3);
    const settings = await settingsOfUnit();
    const programs = await Promise.all(ports.map((one) => site.startBeside(one, settings)));
    const file = await readFile(join(PROJECT_ROOT, 'docker/haproxy/haproxy.cfg'), 'utf8');
    const [first = 0, second = 0] = ports;
    let text = put(file, 'bind :3000', `bind 127.0.0.1:${port}`);
    text = put(put(text, '127.0.0.1:3001', `127.0.0.1:${first}`), '127.0.0.1:3002', `127.0.0.1:${second}`);
    const haproxy = await runHaproxy(await ensureHaproxy(() => undefined), site.folder, port, text);
    return new BalancedProcesses(`http://127.0.0.1:${port}`, site, haproxy, ports, programs, settings);
  }

  process(index: number): Program {
    const program = this.programs[index];
    if (program === undefined) throw new Error(`There is no process ${index}`);
    return program;
  }

  /** As `systemctl restart` does with the unit: it returns when the new process is ready. */
  async restart(index: number): Promise<unknown> {
    const old = this.process(index);
    process.kill(old.pid, 'SIGTERM');
    const ended = await old.ended;
    await this.begin(index);
    return ended;
  }

  /** After its end. */
  async begin(index: number): Promise<void> {
    this.programs[index] = await this.site.startBeside(this.ports[index] ?? 0, this.settings);
  }

  async stop(): Promise<void> {
    await this.haproxy.stop('SIGKILL');
    await Promise.all(this.programs.map((program) => program.stop('SIGKILL')));
  }
}
