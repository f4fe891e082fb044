import { Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';

import { Leases } from '../database/transaction/leases.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { LeasedTask, type LeasedJobs } from './leased-task.js';
import { type Jobs, Task, type TaskReport } from './task.js';
import { type ClockStop, WORK, type Work, type WorkKind, type WorkName } from './work.js';
import { WriteBehind, type WriteBehindOptions } from './write-behind.js';

/** More rounds than any work can cause. */
const MOST_ROUNDS = 100;

/**
 * Runs the periodic and deferred work of the service. Its rooms add what they do, by the names of {@link WORK}. Only
 * `main.ts` starts it: in the terminal and under test nothing runs unless it is called for.
 */
@Injectable()
export class Background implements OnModuleDestroy, OnApplicationShutdown {
  private readonly tasks = new Map<string, Task>();
  private readonly buffers = new Map<string, WriteBehind<unknown>>();

  constructor(
    private readonly leases: Leases,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Adds work that every process does for itself. */
  each(name: WorkName<'each'>, jobs: Jobs): Task {
    return this.add(new Task(workOf(name, 'each'), jobs));
  }

  /** Adds work that one process at a time does. */
  one(name: WorkName<'one'>, jobs: LeasedJobs): LeasedTask {
    return this.add(new LeasedTask(workOf(name, 'one'), jobs, this.leases));
  }

  /** Adds a buffer, which is written once more when the process stops. */
  buffer<Row>(name: WorkName<'buffer'>, options: WriteBehindOptions<Row>): WriteBehind<Row> {
    const buffer = new WriteBehind<Row>(workOf(name, 'buffer'), options, this.unitOfWork);
    this.add(buffer.task);
    this.buffers.set(name, buffer as WriteBehind<unknown>);
    return buffer;
  }

  /**
   * Begins to do all of it at its intervals.
   * @param lastStarts by name, when the last run of any process began
   */
  start(lastStarts: ReadonlyMap<string, Date>): void {
    for (const [name, task] of this.tasks) task.start(lastStarts.get(name));
  }

  /**
   * Does one piece of work now.
   * @throws {Error} why it failed, or that no module of this process has added it
   */
  async run(name: WorkName): Promise<void> {
    const task = this.tasks.get(name);
    if (task === undefined) throw new Error(`Background work ${name} is not part of this process.`);
    await task.runNow();
  }

  /**
   * Does what is due until nothing is, in the order of {@link WORK}; for a process that was not started.
   * @throws {Error} the first failure
   */
  async settle(): Promise<void> {
    for (const task of this.inOrder()) await task.runNow();
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const due = this.inOrder().filter((task) => this.isDue(task));
      if (due.length === 0) return;
      for (const task of due) await task.runNow();
    }
    throw new Error('Background work makes itself due again and again.');
  }

  /**
   * Does what is due of one tenant whose clock has come to a stop, in the same order.
   * @throws {Error} the first failure
   */
  async settleTenant(tenantId: string, stop: ClockStop = 'end'): Promise<void> {
    for (const task of this.inOrder()) await task.settleTenant(tenantId, stop);
  }

  /** When work about this tenant falls due next, after this moment. */
  async nextOf(tenantId: string, after: Date): Promise<Date | undefined> {
    const times = await Promise.all(this.inOrder().map((task) => task.nextOf(tenantId, after)));
    return times
      .filter((at) => at !== undefined)
      .sort((one, other) => one.getTime() - other.getTime())
      .at(0);
  }

  /** Writes what this process has not written yet, so that it does not come back after its tenant was reset. */
  async flush(): Promise<void> {
    for (const buffer of this.buffers.values()) await buffer.flush();
  }

  /** What this process knows, in the order of the list; without work that it does not have. */
  report(): TaskReport[] {
    return this.inOrder().map((task) => task.state());
  }

  /** How many rows of each buffer were lost since the process started. */
  lost(): ReadonlyMap<string, number> {
    return new Map([...this.buffers].map(([name, { lost }]) => [name, lost]));
  }

  async onModuleDestroy(): Promise<void> {
    const tasks = [...this.tasks.values()].filter(({ work }) => work.kind !== 'buffer');
    await Promise.all(tasks.map((task) => task.stop()));
  }

  /** Called after the last request has ended and before the connections are closed. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.buffers.values()].map((buffer) => buffer.close()));
  }

  private add<Added extends Task>(task: Added): Added {
    const { name } = task.work;
    if (this.tasks.has(name)) throw new Error(`Background work ${name} is there twice.`);
    this.tasks.set(name, task);
    return task;
  }

  private inOrder(): Task[] {
    return WORK.flatMap(({ name }) => this.tasks.get(name) ?? []);
  }

  private isDue({ isDue, work }: Task): boolean {
    return isDue || (this.buffers.get(work.name)?.size ?? 0) > 0;
  }
}

function workOf(name: WorkName, kind: WorkKind): Work {
  const work = WORK.find((one) => one.name === name && one.kind === kind);
  if (work === undefined) throw new Error(`Background work ${name} is not in the list.`);
  return work;
}
