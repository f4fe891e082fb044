import type { ChangeEventDto, FeedMetaDto } from '../../src/change-feed/feed.dto.js';
import type { ApiClient } from './api-client.js';
import { pathOf, type WalkQuery } from './walk-reader.js';

export interface FeedPage extends FeedMetaDto {
  readonly events: readonly ChangeEventDto[];
}

/** One answer of the feed. */
export async function readFeed(client: ApiClient, query: WalkQuery = {}): Promise<FeedPage> {
  const { status, body } = await client.get(pathOf('/events', query));
  if (status !== 200) throw new Error(`/events answered ${status}: ${JSON.stringify(body)}`);
  const { data, meta } = body as unknown as { data: ChangeEventDto[]; meta: FeedMetaDto };
  return { events: data, ...meta };
}

/** Follows the feed of a tenant. */
export class FeedReader {
  private constructor(
    private readonly client: ApiClient,
    private after: string,
  ) {}

  /** From now on. */
  static async begin(client: ApiClient): Promise<FeedReader> {
    return new FeedReader(client, (await readFeed(client)).nextAfter);
  }

  get place(): string {
    return this.after;
  }

  /** What came since the last call. */
  async next(query: WalkQuery = {}): Promise<ChangeEventDto[]> {
    const events: ChangeEventDto[] = [];
    for (;;) {
      const page = await readFeed(this.client, { ...query, after: this.after });
      events.push(...page.events);
      this.after = page.nextAfter;
      if (!page.hasMore) return events;
    }
  }

  /** The same as `[type, subject, data]`. */
  async summaries(): Promise<unknown[]> {
    return (await this.next()).map(({ type, subject, data }) => [type, subject, data]);
  }
}
