import { setTimeout as sleep } from 'node:timers/promises';

import { type Caller, SubjectLost } from './caller.js';
import type { DeltaReader } from './delta-reader.js';

const READ_EVERY_MS = 250;

/** The kinds of load. */
export type Kind = 'single posts' | 'bulk' | 'progress' | 'approvals';

export interface LoadSize {
  /** The writers of each kind; bulk has two. */
  readonly writers: number;
  readonly bulkRows: number;
  /** Between two calls of a writer. */
  readonly pauseMs: number;
}

interface Person {
  readonly externalId: string;
  readonly version: number;
}

/** The acknowledged writes, which must be found afterwards. */
export class AcknowledgedWrites {
  /** The last version of each person; each version was one change. */
  readonly people = new Map<string, number>();
  readonly titles = new Map<string, string>();
  readonly approvals = new Set<string>();
}

function fieldsOf({ externalId, version }: Person): object {
  return {
    email: `${externalId.toLowerCase()}@cluster.example.edu`,
    firstName: `Version ${version}`,
    lastName: 'Person',
    accountType: 'Student',
    externalId,
  };
}

function pick<T>(items: readonly T[]): T | undefined {
  return items[Math.floor(Math.random() * items.length)];
}

/**
 * Writers and readers that run until they are stopped. All versions of a person are written by one writer, in order.
 */
export class Load {
  readonly acknowledged = new AcknowledgedWrites();
  private stopped = false;
  private readonly running: Promise<void>[] = [];

  constructor(private readonly size: LoadSize) {}

  start(callerOf: (kind: Kind) => Caller, readers: readonly DeltaReader[]): void {
    for (let index = 0; index < this.size.writers; index += 1) {
      this.run(this.singlePosts(callerOf('single posts'), `single-${index}`));
      this.run(this.progress(callerOf('progress'), `progress-${index}`));
      this.run(this.approvals(callerOf('approvals'), `approval-${index}`));
    }
    for (let index = 0; index < 2; index += 1) this.run(this.bulk(callerOf('bulk'), `bulk-${index}`));
    for (const reader of readers) this.run(this.read(reader));
  }

  /** Returns when the calls under way are answered. */
  async stop(): Promise<void> {
    this.stopped = true;
    // The first rejection would not wait for the others.
    await Promise.allSettled(this.running);
    await Promise.all(this.running);
  }

  private async pause(): Promise<void> {
    if (this.size.pauseMs > 0) await sleep(this.size.pauseMs);
  }

  private run(work: Promise<void>): void {
    // Handled here, because an unhandled rejection would end the process before stop() is called.
    work.catch(() => undefined);
    this.running.push(work);
  }

  private async singlePosts(caller: Caller, name: string): Promise<void> {
    const own: string[] = [];
    while (!this.stopped) {
      const isNew = own.length === 0 || Math.random() < 0.6;
      const externalId = isNew ? `${name}-${own.length}` : (pick(own) ?? '');
      const version = (this.acknowledged.people.get(externalId) ?? 0) + 1;
      await caller.untilDone('POST', '/integration/users', fieldsOf({ externalId, version }));
      this.acknowledged.people.set(externalId, version);
      if (isNew) own.push(externalId);
      await this.pause();
    }
  }

  /** Sends lines that were not accepted again. */
  private async bulk(caller: Caller, name: string): Promise<void> {
    const own: string[] = [];
    let open: Person[] = [];
    let made = 0;
    while (!this.stopped || open.length > 0) {
      const busy = new Set(open.map(({ externalId }) => externalId));
      while (!this.stopped && open.length < this.size.bulkRows) {
        const known = Math.random() < 0.5 ? pick(own) : undefined;
        const externalId = known ?? `${name}-${(made += 1)}`;
        if (busy.has(externalId)) continue;
        busy.add(externalId);
        open.push({ externalId, version: (this.acknowledged.people.get(externalId) ?? 0) + 1 });
      }
      const lines = open.map(fieldsOf);
      const acceptedLines = new Set(await caller.bulk('/integration/users/bulk', lines));
      const accepted = new Set(open.filter((_, index) => acceptedLines.has(lines[index] ?? {})));
      for (const { externalId, version } of accepted) {
        if (version === 1) own.push(externalId);
        this.acknowledged.people.set(externalId, version);
      }
      open = open.filter((person) => !accepted.has(person));
      await this.pause();
    }
  }

  private async progress(caller: Caller, name: string): Promise<void> {
    const students = await this.students(caller, name, 10);
    for (let count = 1; !this.stopped; count += 1) {
      const student = pick(students) ?? '';
      const title = `Title ${count}`;
      const path = `/workflow/students/${student}/dissertation`;
      await caller.untilDone('PUT', path, { title, status: 'in_progress' });
      this.acknowledged.titles.set(student, title);
      await this.pause();
    }
  }

  private async approvals(caller: Caller, name: string): Promise<void> {
    const [studentId] = await this.students(caller, name, 1);
    for (let count = 1; !this.stopped; count += 1) {
      const submissionId = `${name}-${count}`;
      if (await this.isApproved(caller, submissionId, studentId))
        this.acknowledged.approvals.add(submissionId);
      await this.pause();
    }
  }

  /** @returns false when the service had answered for the submission and does not have it any more */
  private async isApproved(caller: Caller, submissionId: string, studentId?: string): Promise<boolean> {
    const path = `/workflow/submissions/${submissionId}`;
    try {
      await caller.untilDone('PUT', path, { formType: 'degree_change', studentId, fields: { note: 'none' } });
      for (const status of ['submitted', 'approved'])
        await caller.untilDone('POST', `${path}/status`, { status });
      return true;
    } catch (error) {
      if (error instanceof SubjectLost) return false;
      throw error;
    }
  }

  private async students(caller: Caller, name: string, count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, (_, index) => `${name}-${index}`);
    for (const externalId of ids) {
      await caller.untilDone('POST', '/integration/users', fieldsOf({ externalId, version: 1 }));
      this.acknowledged.people.set(externalId, 1);
    }
    return ids;
  }

  private async read(reader: DeltaReader): Promise<void> {
    while (!this.stopped) {
      await reader.sync();
      await sleep(READ_EVERY_MS);
    }
  }
}
