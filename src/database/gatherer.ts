interface Waiting<Job, Result> {
  readonly job: Job;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/** What waits in a lane while its previous batch is under way. */
type Lane<Job, Result> = Waiting<Job, Result>[];

/**
 * Lets calls that come at once share one batch. A call of an idle lane begins at once, alone; those that come meanwhile
 * wait for it to end and then begin together. Nobody ever waits for company.
 */
export class Gatherer<Job, Result> {
  private readonly lanes = new Map<string, Lane<Job, Result>>();

  /**
   * @param run answers one result per job, in their order; what it throws is thrown to each caller of the batch
   * @param most jobs of one batch
   */
  constructor(
    private readonly run: (jobs: readonly Job[]) => Promise<readonly Result[]>,
    private readonly most: number,
  ) {}

  /** @param lane only jobs of the same lane share a batch */
  add(lane: string, job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = this.lanes.get(lane);
      if (waiting !== undefined) {
        waiting.push({ job, resolve, reject });
        return;
      }
      this.lanes.set(lane, [{ job, resolve, reject }]);
      void this.work(lane);
    });
  }

  private async work(lane: string): Promise<void> {
    const waiting = this.lanes.get(lane) ?? [];
    while (waiting.length > 0) await this.runBatch(waiting.splice(0, this.most));
    this.lanes.delete(lane);
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
