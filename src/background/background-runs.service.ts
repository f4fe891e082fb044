import { hostname } from 'node:os';

import { Injectable } from '@nestjs/common';

import { explain } from '../database/transaction/database-errors.js';
import { Background } from './background.js';
import type { BackgroundRun } from './background-run.entity.js';
import { BackgroundRunsRepository } from './background-runs.repository.js';
import { WORK, type Work } from './work.js';
import { LineLogger } from '../log-lines/line-logger.js';

/** A process that wrote nothing for so long has ended; it writes four times a minute. */
const ENDED_MS = 2 * 60_000;
const KEPT_MS = 86_400_000;
const LONGEST_PROCESS = 160;

/** How a piece of work does. */
export type WorkState = 'never ran' | 'ok' | 'failed' | 'late';

/** A piece of work with its last runs. */
export interface ListedWork {
  readonly work: Work;
  /** The latest one; of work that each process does, that of each process that is alive, if there is any. */
  readonly runs: readonly BackgroundRun[];
  readonly state: WorkState;
}

/** When each piece of background work ran last, of all processes. */
@Injectable()
export class BackgroundRunsService {
  private readonly logger = new LineLogger('Background');
  private readonly process = `${hostname()}:${process.pid}`.slice(-LONGEST_PROCESS);

  constructor(
    private readonly background: Background,
    private readonly runs: BackgroundRunsRepository,
  ) {
    background.each('background-runs', { run: () => this.write() });
  }

  /** Begins all background work of this process. What falls due less often continues from its last run. */
  async start(): Promise<void> {
    const runs = await this.runs.all().catch((error: unknown): BackgroundRun[] => {
      this.logger.warn({ msg: 'the last runs of background work are not known', ...explain(error) });
      return [];
    });
    // Of each name the latest run comes first, so that it is set last.
    this.background.start(new Map(runs.reverse().map(({ name, startedAt }) => [name, startedAt])));
  }

  /** The whole list, in its order. */
  async list(): Promise<ListedWork[]> {
    const now = Date.now();
    const runs = await this.runs.all();
    return WORK.map((work) => {
      const all = runs.filter(({ name }) => name === work.name);
      const alive = work.kind === 'one' ? [] : all.filter(({ seenAt }) => now - seenAt.getTime() < ENDED_MS);
      const ofWork = alive.length > 0 ? alive : all.slice(0, 1);
      return { work, runs: ofWork, state: stateOf(work, ofWork, now) };
    });
  }

  private async write(): Promise<void> {
    const seenAt = new Date();
    const rows = this.background.report().flatMap(({ work: { name }, last }) => {
      if (last === undefined) return [];
      return [{ name, process: this.process, ...last, seenAt }];
    });
    await this.runs.save(rows);
    await this.runs.forgetBefore(new Date(seenAt.getTime() - KEPT_MS));
  }
}

function stateOf({ lateAfter }: Work, runs: readonly BackgroundRun[], now: number): WorkState {
  if (runs.length === 0) return 'never ran';
  if (runs.some(({ error }) => error !== null)) return 'failed';
  return runs.some(({ startedAt }) => now - startedAt.getTime() > lateAfter) ? 'late' : 'ok';
}
