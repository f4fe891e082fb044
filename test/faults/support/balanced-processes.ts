import { freePorts } from '../../../bench/support/ports.js';
import type { Program } from '../../../bench/support/program.js';
import { settingsOfUnit, startBalancer } from './balancer.js';
import type { FaultSite } from './fault-site.js';

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
    const haproxy = await startBalancer(site.folder, port, ports);
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
