import type {
  ChangeEvent,
  EventResult,
  FeedControllerReadData,
  FeedMeta,
  ReviewEvent,
  ReviewEventsControllerReceiveData,
} from '../openapi/types.gen.js';
import type { WalkOptions } from '../pages.js';
import type { Answer, CallOptions, Transport } from '../transport.js';

/** What the sender of a review event has to say; the client adds the rest. */
export type NewReviewEvent = Omit<ReviewEvent, Added> & Partial<Pick<ReviewEvent, Added>>;

type Added = 'specversion' | 'type' | 'id';

interface BatchData extends Omit<ReviewEventsControllerReceiveData, 'body'> {
  body: ReviewEvent[];
}

type SentQuery = NonNullable<FeedControllerReadData['query']>;

export interface FeedQuery extends Omit<SentQuery, 'types'> {
  /** Types of events; `user.*` takes a family. All that the credential may read when absent. */
  readonly types?: readonly string[];
}

export interface FollowOptions extends WalkOptions {
  /** The saved place. Absent: from now on. `earliest`: everything that is kept. */
  readonly after?: string | undefined;
  /** Called with the place behind a page, when the caller has asked for the event behind its last one. */
  readonly save: (after: string) => void | Promise<void>;
  /** As of {@link FeedQuery}. */
  readonly types?: readonly string[];
  /** How many events may come again after a crash, 1 to 1,000; 100 by default. */
  readonly limit?: number;
}

/** What a call answers; undefined when its signal has ended it. */
async function unlessAborted<T>(call: Promise<T>, { signal }: WalkOptions): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (signal?.aborted === true) return undefined;
    throw error;
  }
}

/** The most seconds that the service waits. */
const WAIT_SECONDS = 25;

/**
 * What changed, as CloudEvents (scopes `users`, `progress` and `sync`), and reviews of other systems (scope
 * `workflow`), of which a repeated one has no effect.
 */
export class Events {
  constructor(
    private readonly transport: Transport,
    private readonly stamps: boolean,
  ) {}

  /** The events behind a place; without `after` only the place of now, as `meta.nextAfter`. */
  page(
    { types, ...query }: FeedQuery = {},
    { timeoutMs, ...options }: CallOptions = {},
  ): Promise<Answer<ChangeEvent[], FeedMeta>> {
    const patience = (query.waitSeconds ?? 0) * 1000;
    const sent = { ...query, ...(types === undefined ? {} : { types: types.join(',') }) };
    return this.transport.call<FeedControllerReadData, ChangeEvent[], FeedMeta>(
      { method: 'GET', url: '/api/v1/integration/events', query: sent },
      { ...options, timeoutMs: (timeoutMs ?? this.transport.timeoutMs) + patience },
    );
  }

  /**
   * Follows what changes, in the order of commits, until the signal ends it. Deal with an event before you take the
   * next one: the place is saved behind a page, so that a process that ends in between gets that page again. Throws
   * `CURSOR_EXPIRED` when events behind the place are kept no longer: copy everything again, and follow from now on.
   * @example
   * for await (const event of api.events.follow({ after: await saved(), save, signal })) await deal(event);
   */
  async *follow({
    after: from,
    save,
    types,
    limit,
    ...options
  }: FollowOptions): AsyncGenerator<ChangeEvent, void, undefined> {
    for (let after = from; ;) {
      // Without a place the answer is the place of now, at once.
      const call = this.page({ after, types, limit, waitSeconds: WAIT_SECONDS }, options);
      const page: Answer<ChangeEvent[], FeedMeta> | undefined = await unlessAborted(call, options);
      if (page === undefined) return;
      yield* page.data;
      const { nextAfter }: FeedMeta = page.meta;
      if (nextAfter !== after) await save(nextAfter);
      after = nextAfter;
    }
  }

  /**
   * Adds `specversion` and `type`, and where they are missing a random `id` and the time of now. All attempts of one
   * call have the same. An event that another call may send again needs an `id` of its own, such as that of the vote.
   */
  send(event: NewReviewEvent, options?: CallOptions): Promise<Answer<EventResult>> {
    return this.transport.call<ReviewEventsControllerReceiveData, EventResult>(
      {
        method: 'POST',
        url: '/api/v1/workflow/events',
        body: this.complete(event),
        contentType: 'application/cloudevents+json',
      },
      options,
    );
  }

  /**
   * An event in the bytes of its sender, which may be none: the service says what is wrong with it.
   * @param contentType that the sender has given them
   */
  forward(bytes: Uint8Array, contentType: string, options?: CallOptions): Promise<Answer<EventResult>> {
    return this.transport.call<ReviewEventsControllerReceiveData, EventResult>(
      { method: 'POST', url: '/api/v1/workflow/events', bytes, contentType },
      options,
    );
  }

  /** At most 1,000 events as of `send`; one result for each, in order. One that is refused stops no other. */
  sendBatch(events: readonly NewReviewEvent[], options?: CallOptions): Promise<Answer<EventResult[]>> {
    return this.transport.call<BatchData, EventResult[]>(
      {
        method: 'POST',
        url: '/api/v1/workflow/events',
        body: events.map((event) => this.complete(event)),
        contentType: 'application/cloudevents-batch+json',
      },
      options,
    );
  }
  private complete({ id, time, ...event }: NewReviewEvent): ReviewEvent {
    const now = this.stamps ? new Date().toISOString() : undefined;
    const at = time === undefined ? now : time;
    return {
      specversion: '1.0',
      type: 'submission.status-changed.v1',
      id: id ?? crypto.randomUUID(),
      ...(at === undefined ? {} : { time: at }),
      ...event,
    };
  }
}
