import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 100;

export interface FeedPage {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly nextAfter: string; readonly hasMore: boolean };
}

/** @returns `lost` for an answer 410, undefined for any other that is no page */
export type ReadPage = (after: string) => Promise<FeedPage | 'lost' | undefined>;

/** Reads the feed from its beginning, and anew when the service answers that its place is lost. */
export class FeedReader {
  /** The IDs of events in their order: a list for each beginning. */
  readonly walks: string[][] = [[]];

  /** @param pauseMs before a page is asked for again, and at the end of the feed */
  constructor(
    private readonly page: ReadPage,
    private readonly pauseMs = PAUSE_MS,
  ) {}

  /** How often its place was lost. */
  get placesLost(): number {
    return this.walks.length - 1;
  }

  /**
   * @param isEnough asked before each page: whether the reading ends with the end of the feed
   * @param patience when it is aborted, the reading ends where it is
   * @returns whether the end was reached
   */
  async follow(isEnough: () => boolean, patience: AbortSignal): Promise<boolean> {
    let after = 'earliest';
    while (!patience.aborted) {
      const wasEnough = isEnough();
      const page = await this.page(after);
      if (page === 'lost') {
        this.walks.push([]);
        after = 'earliest';
      } else if (page !== undefined) {
        this.walks.at(-1)?.push(...page.data.map(({ id }) => id));
        after = page.meta.nextAfter;
        if (page.meta.hasMore) continue;
        if (wasEnough) return true;
      }
      await sleep(this.pauseMs);
    }
    return false;
  }
}
