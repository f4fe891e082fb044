import { BulkAnswers } from '../bulk/bulk-answers.js';
import type { BulkOfOptions, BulkOptions } from '../bulk/bulk-types.js';
import type { Rows } from '../bulk/row-queue.js';
import type { JsonOf } from '../bulk/row-source.js';
import type {
  CommitteeImpact,
  Conflict,
  ConflictsControllerGetData,
  ConflictsControllerPageData,
  CreateUpdateUser,
  HoldsControllerGetData,
  Hold,
  Match,
  MatchControllerMatchData,
  RemovedUser,
  SetUserStatus,
  User,
  UserExportControllerListData,
  UsersControllerCreateOrUpdateData,
  UsersControllerGetData,
  UsersControllerSetStatusData,
  UserSummary,
  UserWithProvenance,
} from '../openapi/types.gen.js';
import { isApiError } from '../errors.js';
import { ChangeWalk, type Page, type WalkMeta, type WalkOptions } from '../pages.js';
import type { Answer, CallOptions, Transport } from '../transport.js';
import { listText, momentText, type WalkQuery } from './walk-query.js';

const BULK = '/api/v1/integration/users/bulk';

/** How a person was found, and what a post changed. */
export interface ProvisionMeta {
  readonly matchedBy: 'id' | 'legacyNumber' | 'email' | null;
  readonly changed: readonly string[];
  /** Where a de-provisioning is held (202 `DEPROVISIONING HELD`). */
  readonly holdId?: string | null;
  /** Of a faculty member who is de-provisioned or held. */
  readonly committeeImpact?: CommitteeImpact;
  /** Where an administrator must decide who the person is (202 `MATCH PENDING`): nothing was applied. */
  readonly conflictId?: string | null;
}

/** A page of conflicts. */
export interface ConflictsMeta {
  readonly count: number;
  readonly limit: number;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface StatusMeta {
  readonly changed: boolean;
  readonly previousStatus: 'active' | 'inactive';
  readonly sessionsEnded: number;
  readonly holdId?: string | null;
  /** Of a faculty member who is de-provisioned or held. */
  readonly committeeImpact?: CommitteeImpact;
}

export interface StatusOptions extends CallOptions {
  /** `hold`: a de-provisioning that takes a member from committees is held (202 `DEPROVISIONING HELD`). */
  readonly ifImpact?: 'hold';
}

type SentQuery = NonNullable<UserExportControllerListData['query']>;

/** Filters narrow; without one, every person comes. */
export interface UsersQuery extends WalkQuery, Omit<SentQuery, 'cursor' | 'since' | 'externalId'> {
  /** 950/951 IDs or legacyNumbers, at most 1,000. */
  readonly externalId?: string | readonly string[];
}

/** With `includeRemoved: true` those who were erased come too. */
export type ListedUser<Query extends UsersQuery> = Query extends { includeRemoved: true }
  ? User | RemovedUser
  : User;

/** How far a copy has come. Both are absent before the first page. */
export interface PullState {
  /** What the next walk begins with. */
  readonly since?: string;
  /** In the middle of a walk: the next page. */
  readonly cursor?: string;
}

export interface PullOptions extends WalkOptions {
  /** How many people come at once, 1 to 5,000; 1,000 by default. */
  readonly limit?: number;
}

/** A page of a pull. */
export interface PulledUsers {
  readonly users: readonly (User | RemovedUser)[];
  /** What to save when these are stored. */
  readonly state: PullState;
}

/** People (scope `users`). `id` is the 950/951 ID or the legacyNumber. */
export class Users {
  constructor(private readonly transport: Transport) {}

  createOrUpdate(
    person: CreateUpdateUser,
    options?: CallOptions,
  ): Promise<Answer<UserSummary, ProvisionMeta>> {
    return this.transport.call<UsersControllerCreateOrUpdateData, UserSummary, ProvisionMeta>(
      { method: 'POST', url: '/api/v1/integration/users', body: person },
      options,
    );
  }

  /** What {@link createOrUpdate} would do, and who else the person may be. Writes nothing. */
  match(person: CreateUpdateUser, options?: CallOptions): Promise<Answer<Match>> {
    return this.transport.call<MatchControllerMatchData, Match>(
      { method: 'POST', url: '/api/v1/integration/users/match', body: person },
      options,
    );
  }

  page<const Query extends UsersQuery & { readonly cursor?: string }>(
    query: Query = {} as Query,
    options?: CallOptions,
  ): Promise<Page<ListedUser<Query>, WalkMeta>> {
    return this.transport.call<UserExportControllerListData, ListedUser<Query>[], WalkMeta>(
      { method: 'GET', url: '/api/v1/integration/users', query: sentQuery(query) },
      options,
    );
  }

  /**
   * Everyone whom the filters leave, oldest change first.
   * @example
   * const walk = api.users.list({ since: lastNight });
   * for await (const user of walk) await store(user);
   * await keep(walk.nextSince);
   */
  list<const Query extends UsersQuery>(
    query: Query = {} as Query,
    options?: WalkOptions,
  ): ChangeWalk<ListedUser<Query>> {
    return new ChangeWalk((cursor) => this.page({ ...query, cursor }, options));
  }

  /**
   * Continues a copy of all people from a saved state: the rest of a walk that was interrupted, or what has changed
   * since. It ends when nothing is left. Save `state` after the people of a page are stored: a process that ends in
   * between gets that page again. A walk whose cursor is too old begins again.
   * @example
   * for await (const { users, state } of api.users.pull(await saved())) {
   *   await store(users);
   *   await save(state);
   * }
   */
  async *pull(
    { since, cursor: from }: PullState = {},
    { limit, ...options }: PullOptions = {},
  ): AsyncGenerator<PulledUsers, void, undefined> {
    let cursor = from;
    do {
      const page = await this.pageOrFirst({ since, cursor, limit }, options);
      cursor = page.meta.nextCursor ?? undefined;
      const state = cursor === undefined ? { since: page.meta.nextSince } : { since, cursor };
      yield { users: page.data, state };
    } while (cursor !== undefined);
  }

  private async pageOrFirst(
    { since, cursor, limit }: PullState & Pick<PullOptions, 'limit'>,
    options: WalkOptions,
  ): Promise<Page<User | RemovedUser, WalkMeta>> {
    const query = { since, limit, includeRemoved: true } as const;
    try {
      return await this.page({ ...query, cursor }, options);
    } catch (error) {
      const isOld =
        isApiError(error, 'VALIDATION_FAILED') && error.details.some(({ field }) => field === 'cursor');
      if (cursor === undefined || !isOld) throw error;
      return this.page(query, options);
    }
  }

  get(id: string, options?: CallOptions): Promise<Answer<User>> {
    return this.transport.call<UsersControllerGetData, User>(
      { method: 'GET', url: '/api/v1/integration/users/{id}', path: { id } },
      options,
    );
  }

  /** The same with who set each field last, and which fields await their source. */
  getWithProvenance(id: string, options?: CallOptions): Promise<Answer<UserWithProvenance>> {
    return this.transport.call<UsersControllerGetData, UserWithProvenance>(
      {
        method: 'GET',
        url: '/api/v1/integration/users/{id}',
        path: { id },
        query: { include: 'provenance' },
      },
      options,
    );
  }

  /** De-provisions or restores a person. */
  setStatus(
    id: string,
    accountStatus: NonNullable<SetUserStatus['accountStatus']>,
    { ifImpact, ...options }: StatusOptions = {},
  ): Promise<Answer<UserSummary, StatusMeta>> {
    return this.transport.call<UsersControllerSetStatusData, UserSummary, StatusMeta>(
      {
        method: 'PATCH',
        url: '/api/v1/integration/users/{id}',
        path: { id },
        body: { accountStatus },
        ...(ifImpact === undefined ? {} : { query: { ifImpact } }),
      },
      options,
    );
  }

  /** Any number of people, streamed both ways; an answer for each, in order. */
  bulk<Row extends CreateUpdateUser>(people: Rows<Row>, options?: BulkOptions): BulkAnswers<Row> {
    return new BulkAnswers(this.transport, BULK, people, options);
  }

  /**
   * The same for people who are JSON already, such as the lines of a file with their numbers.
   * @param jsonOf the JSON of a person on one line, as text or in UTF-8; it is sent as it is
   */
  bulkOf<Row>(rows: Rows<Row>, jsonOf: JsonOf<Row>, options?: BulkOfOptions<Row>): BulkAnswers<Row> {
    return new BulkAnswers(this.transport, BULK, rows, options, jsonOf);
  }

  /** Conflicts of identity matching, which an administrator must decide: one entry per question. */
  conflicts(
    query: NonNullable<ConflictsControllerPageData['query']> = {},
    options?: CallOptions,
  ): Promise<Answer<Conflict[], ConflictsMeta>> {
    return this.transport.call<ConflictsControllerPageData, Conflict[], ConflictsMeta>(
      { method: 'GET', url: '/api/v1/integration/conflicts', query },
      options,
    );
  }

  /** What became of a post that was answered with `MATCH PENDING` or `IDENTITY_CONFLICT`. */
  conflict(id: string, options?: CallOptions): Promise<Answer<Conflict>> {
    return this.transport.call<ConflictsControllerGetData, Conflict>(
      { method: 'GET', url: '/api/v1/integration/conflicts/{id}', path: { id } },
      options,
    );
  }

  /** What became of a de-provisioning that was held. */
  hold(id: string, options?: CallOptions): Promise<Answer<Hold>> {
    return this.transport.call<HoldsControllerGetData, Hold>(
      { method: 'GET', url: '/api/v1/integration/holds/{id}', path: { id } },
      options,
    );
  }
}

function sentQuery({ externalId, since, ...others }: UsersQuery): SentQuery {
  return {
    ...others,
    since: momentText(since),
    externalId: listText(externalId),
  };
}
