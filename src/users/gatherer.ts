interface Waiting<Job, Result> {
  readonly job: Job;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

interface Lane<Job, Result> {
  readonly waiting: Waiting<Job, Result>[];
  /** Batches under way. */
  running: number;
}

/**
 * Lets calls that come at once share batches. A call begins at once while the lane has few batches under way; those that
 * come meanwhile begin together when one of them ends. Nobody ever waits for company.
 */
export class Gatherer<Job, Result> {
  private readonly lanes = new Map<string, Lane<Job, Result>>();

  /**
   * @param run answers one result per job, in their order; what it throws is thrown to each caller of the batch
   * @param most jobs of one batch
   * @param abreast batches of one lane under way: with two, one is read and answered while the database writes the other
   */
  constructor(
    private readonly run: (jobs: readonly Job[]) => Promise<readonly Result[]>,
    private readonly most: number,
    private readonly abreast: number,
  ) {}

  /** @param name only jobs of the same lane share a batch */
  add(name: string, job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      let lane = this.lanes.get(name);
      if (lane === undefined) this.lanes.set(name, (lane = { waiting: [], running: 0 }));
      lane.waiting.push({ job, resolve, reject });
      if (lane.running < this.abreast) void this.work(name, lane);
    });
  }

  private async work(name: string, lane: Lane<Job, Result>): Promise<void> {
    lane.running += 1;
    while (lane.waiting.length > 0) await this.runBatch(lane.waiting.splice(0, this.most));
    lane.running -= 1;
    if (lane.running === 0) this.lanes.delete(name);
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
