import { Caller, CallCounts } from '../../../bench/load/caller.js';
import { DeltaReader } from '../../../bench/load/delta-reader.js';
import { type Kind, Load } from '../../../bench/load/load.js';
import { type Ask, findEverything, type Finding } from '../../../bench/load/verdict.js';
import { residentMiB } from '../../../bench/support/process-usage.js';
import { reportRow } from '../../support/report.js';
import { until } from '../../support/until.js';
import type { FaultSite } from './fault-site.js';
import { findHalves } from './halves.js';

const SIZE = { writers: 2, bulkRows: 50 };
const PAUSE_MS = 10;
const KINDS: readonly (Kind | 'exports')[] = ['single posts', 'bulk', 'progress', 'approvals', 'exports'];
/** Calls of each kind that are answered before the fault begins. */
const WARM_UP = 5;
/** A busy machine takes its time to recover; how long it took is in the report. */
const ANSWERS_LIMIT_MS = 120_000;
const SAMPLE_MS = 200;
const OUTBOX_LIMIT_MS = 20_000;

/** The fault that happens while the load runs. */
export interface Fault {
  readonly name: string;
  /** Resolves when the fault is over, or when the service should recover without `repair`. */
  readonly disturb: () => Promise<void>;
  /** What an operator does about the fault; it is part of the time to recover. */
  readonly repair?: () => Promise<void>;
  /** Between two calls of a caller; long for a fault that mostly waits, where more calls show nothing more. */
  readonly pauseMs?: number;
}

export interface Outcome {
  readonly findings: readonly Finding[];
  /** One line for each problem. */
  readonly problems: readonly string[];
  readonly counts: ReadonlyMap<string, CallCounts>;
  /** The longest that a caller of the load waited for a 503. */
  readonly longestUnavailableMs: number;
  /** The longest time that a caller waited for any answer, or for none. */
  readonly longestWaitMs: number;
  readonly secondsToRecover: number;
  /** The growth of the process, from before the fault to its largest size. */
  readonly grownMiB: number;
}

/** The steady load of all fault tests, with what was acknowledged and what is found. */
export class FaultRun {
  private readonly counts = new Map(KINDS.map((kind) => [kind, new CallCounts()]));
  private readonly load: Load;
  private readonly ask: Ask;

  private constructor(
    private readonly site: FaultSite,
    pauseMs: number,
  ) {
    this.load = new Load({ ...SIZE, pauseMs });
    this.ask = (sql, values) => site.database.ask(sql, values);
  }

  /** Runs the load and the fault, waits until every kind of call is answered again, and compares. */
  static of(site: FaultSite, fault: Fault): Promise<Outcome> {
    return new FaultRun(site, fault.pauseMs ?? PAUSE_MS).run(fault);
  }

  private async run({ name, disturb, repair }: Fault): Promise<Outcome> {
    const reader = new DeltaReader(this.caller('exports'));
    this.load.start((kind) => this.caller(kind), [reader]);
    await this.untilAnswered(WARM_UP);
    const memory = new MemoryWatch(this.site);
    await disturb();
    const over = performance.now();
    await repair?.();
    await this.untilAnswered(1);
    const secondsToRecover = (performance.now() - over) / 1000;
    await this.untilAnswered(WARM_UP);
    await this.load.stop();
    const outcome = { ...(await this.judge(reader)), secondsToRecover, grownMiB: memory.end() };
    report(name, outcome);
    return outcome;
  }

  private async judge(reader: DeltaReader): Promise<Omit<Outcome, 'secondsToRecover' | 'grownMiB'>> {
    const { tenantId } = this.site.access;
    await reader.sync();
    const whole = new DeltaReader(this.caller('exports'));
    await whole.sync();
    await this.untilDelivered();
    const findings = await findEverything(this.ask, tenantId, this.load.acknowledged, [reader], whole);
    const all = [...this.counts.values()];
    return {
      findings,
      counts: this.counts,
      longestUnavailableMs: Math.max(...all.map(({ longestUnavailableMs }) => longestUnavailableMs)),
      longestWaitMs: Math.max(...all.map(({ longestWaitMs }) => longestWaitMs)),
      problems: [
        ...findings.flatMap(({ difference }) => difference),
        ...(await findHalves(this.ask, tenantId)),
        ...all.flatMap(({ unexpected }) => [...new Set(unexpected)]),
      ],
    };
  }

  private caller(kind: (typeof KINDS)[number]): Caller {
    return new Caller(this.site.access, this.counts.get(kind) ?? new CallCounts());
  }

  /** Waits until so many more calls of each kind have succeeded. */
  private async untilAnswered(count: number): Promise<void> {
    const goals = [...this.counts.values()].map((counts) => ({ counts, goal: counts.acknowledged + count }));
    const areAnswered = (): boolean => goals.every(({ counts, goal }) => counts.acknowledged >= goal);
    await until(`${count} more calls of each kind are answered`, areAnswered, { within: ANSWERS_LIMIT_MS });
  }

  /** Waits until the sweep has delivered the remaining events. */
  private async untilDelivered(): Promise<void> {
    const sql = 'SELECT 1 FROM `review_outbox` WHERE `tenantId` = ? LIMIT 1';
    const isEmpty = async (): Promise<boolean> =>
      (await this.ask(sql, [this.site.access.tenantId])).length === 0;
    await until('the outbox is empty', isEmpty, { within: OUTBOX_LIMIT_MS });
  }
}

/** The resident size of the present process of the service. */
class MemoryWatch {
  private readonly before: number;
  private peak: number;
  private readonly timer: NodeJS.Timeout;

  constructor(site: FaultSite) {
    this.before = residentMiB(site.service.pid);
    this.peak = this.before;
    this.timer = setInterval(() => {
      const now = residentMiB(site.service.pid);
      if (now > this.peak) this.peak = now;
    }, SAMPLE_MS);
  }

  end(): number {
    clearInterval(this.timer);
    return this.peak - this.before;
  }
}

/** For the table that the command prints at its end. */
function report(fault: string, outcome: Outcome): void {
  const { findings, counts, longestUnavailableMs, longestWaitMs, secondsToRecover, grownMiB } = outcome;
  const sum = (of: (finding: Finding) => number): number =>
    findings.reduce((total, finding) => total + of(finding), 0);
  const answers = [...counts].map(([kind, { acknowledged }]) => `${acknowledged} ${kind}`);
  reportRow([
    fault,
    answers.join(', '),
    sum(({ acknowledged }) => acknowledged),
    sum(({ found }) => found),
    sum(({ missing }) => missing),
    sum(({ doubled }) => doubled),
    (longestUnavailableMs / 1000).toFixed(1),
    (longestWaitMs / 1000).toFixed(1),
    secondsToRecover.toFixed(1),
    Math.round(grownMiB),
  ]);
}
