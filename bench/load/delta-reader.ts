import { type Caller, PlaceLost } from './caller.js';

export interface ProgressRecord {
  readonly studentId: string;
  readonly legacyNumber: string | null;
  readonly dissertation: { readonly title: string | null };
  readonly changedAt: string;
}

interface Page {
  readonly data: readonly ProgressRecord[];
  readonly meta: { readonly nextCursor: string | null; readonly nextSince: string };
}

/** Keeps a copy of all progress records by reading deltas, at either instance. */
export class DeltaReader {
  readonly copy = new Map<string, ProgressRecord>();
  deltas = 0;
  /** Records that were returned in an older state than before. */
  backwards = 0;
  /** How often the service answered 410, and the copy was begun anew. */
  placesLost = 0;
  private since: string | undefined;

  constructor(private readonly caller: Pick<Caller, 'getUntilDone'>) {}

  async sync(): Promise<void> {
    while (!(await this.copied())) {
      this.placesLost += 1;
      this.since = undefined;
      this.copy.clear();
    }
    this.deltas += 1;
  }

  /** @returns false when its place is lost */
  private async copied(): Promise<boolean> {
    try {
      await this.copyChanges();
      return true;
    } catch (error) {
      if (error instanceof PlaceLost) return false;
      throw error;
    }
  }

  private async copyChanges(): Promise<void> {
    let cursor: string | null = null;
    let next: string | undefined;
    do {
      const query = new URLSearchParams({
        limit: '2000',
        ...(this.since === undefined ? {} : { since: this.since }),
        ...(cursor === null ? {} : { cursor }),
      });
      const page = (await this.caller.getUntilDone(`/integration/progress?${query.toString()}`)) as Page;
      for (const record of page.data) this.take(record);
      cursor = page.meta.nextCursor;
      next = page.meta.nextSince;
    } while (cursor !== null);
    this.since = next;
  }

  private take(record: ProgressRecord): void {
    const known = this.copy.get(record.studentId);
    if (known !== undefined && known.changedAt > record.changedAt) this.backwards += 1;
    this.copy.set(record.studentId, record);
  }
}
