interface Waiting<Job, Result> {
  readonly job: Job;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

interface Lane<Job, Result> {
  waiting: Waiting<Job, Result>[];
  /** Batches that run, or are about to. */
  busy: number;
}

/**
 * Lets concurrent calls share one batch. A call of an idle lane begins at the end of this turn of the event loop, with
 * the other calls of that turn. Later calls wait for that batch to end and then begin together. No call waits for
 * others to come.
 */
export class CallBatcher<Job, Result> {
  private readonly lanes = new Map<string, Lane<Job, Result>>();

  /**
   * @param run returns one result per job, in their order; an error that it throws is thrown to each caller of the
   * batch
   * @param most jobs of one batch
   * @param enough this many waiting calls begin a second batch beside the running one, so that the database executes
   * one while the other is prepared. Each batch has a fixed cost, which is too high for few calls.
   */
  constructor(
    private readonly run: (jobs: readonly Job[]) => Promise<readonly Result[]>,
    private readonly most: number,
    private readonly enough = Infinity,
  ) {}

  /** @param name only jobs of the same lane share a batch */
  add(name: string, job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      let lane = this.lanes.get(name);
      if (lane === undefined) this.lanes.set(name, (lane = { waiting: [], busy: 0 }));
      lane.waiting.push({ job, resolve, reject });
      if (lane.busy === 0 || (lane.busy === 1 && lane.waiting.length === this.enough)) this.start(name, lane);
    });
  }

  private start(name: string, lane: Lane<Job, Result>): void {
    lane.busy += 1;
    setImmediate(() => void this.work(name, lane));
  }

  private async work(name: string, lane: Lane<Job, Result>): Promise<void> {
    while (lane.waiting.length > 0) {
      await this.runBatch(lane.waiting.splice(0, this.most));
      if (lane.busy > 1 && lane.waiting.length < this.enough) break;
    }
    lane.busy -= 1;
    if (lane.busy === 0) this.lanes.delete(name);
  }

  private async runBatch(batch: readonly Waiting<Job, Result>[]): Promise<void> {
    try {
      const results = await this.run(batch.map(({ job }) => job));
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
