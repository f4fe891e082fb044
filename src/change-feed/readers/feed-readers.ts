import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { WriteBehind } from '../../background/write-behind.js';
import { isAccepted, statusOf } from '../../tenancy/credentials/credential-status.js';
import type { Credential } from '../../tenancy/credentials/credential.entity.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { FeedScope } from '../change-types.js';
import { type FeedPlace, keptSince } from '../feed-place.js';
import type { FeedReader } from './feed-reader.entity.js';
import { FeedReadersRepository, LONGEST_GAP_HOURS } from './feed-readers.repository.js';

const KEY = 'key:';
const HOUR_MS = 3_600_000;
/** Who has read for so long without a longer gap than a day's is expected again. */
const DAILY_FOR_HOURS = 72;

/**
 * `ended`: the key works no longer, or has a successor. `silent`: it read daily, and then not for as long as alerts
 * allow. `reading`: it read within 36 hours. `away`: any other.
 */
export const READER_STATES = ['reading', 'away', 'silent', 'ended'] as const;
export type ReaderState = (typeof READER_STATES)[number];

/** A reader that was expected and has not come. */
export interface SilentReader extends Pick<FeedReader, 'apiKey' | 'lastReadAt' | 'dailySince'> {
  /** The last of the keys that took the place of this one by rotations; itself when there is none. */
  readonly currentKey: string;
}

export interface ReaderRow extends Pick<FeedReader, 'apiKey' | 'lastReadAt' | 'dailySince'> {
  readonly label: string;
  readonly state: ReaderState;
  /** When the first event was committed that it may read and was not handed; null: it has them all. */
  readonly behindSince: Date | null;
}

function later(waiting: FeedReader, more: FeedReader): FeedReader {
  return { ...more, dailySince: more.resets > waiting.resets ? more.dailySince : waiting.dailySince };
}

function works(credential: Credential, now: Date): boolean {
  return isAccepted(statusOf(credential, now));
}

/** Which credentials read the feed, and how far they have come: for administrators, in no answer to the reader. */
@Injectable()
export class FeedReaders {
  private readonly waiting: WriteBehind<FeedReader>;

  constructor(
    background: Background,
    private readonly stored: FeedReadersRepository,
    private readonly credentials: CredentialsService,
  ) {
    this.waiting = background.buffer('feed-readers', {
      store: (transaction, readers) => this.stored.save(transaction, readers),
      merge: later,
    });
  }

  /** @param place behind what the reader is handed @param scopes of the events that it asks for */
  note(scope: Scope, { stamp, ordinal }: FeedPlace, scopes: readonly FeedScope[]): void {
    const { tenantId, tenant, actor } = scope;
    if (!actor.startsWith(KEY)) return;
    const apiKey = actor.slice(KEY.length);
    const at = nowOf(scope);
    this.waiting.put(apiKey, {
      tenantId,
      apiKey,
      lastReadAt: at,
      dailySince: at,
      scopes: scopes.join(','),
      resets: tenant.resets,
      stamp,
      ordinal,
    });
  }

  /**
   * Those that read within `retention.eventDays`; the last five seconds may be missing.
   * @param silentMs who read daily, and then not for so long, is silent
   */
  async list(scope: Scope, silentMs: number): Promise<ReaderRow[]> {
    const [readers, silent] = await Promise.all([
      this.stored.since(scope, new Date(keptSince(scope))),
      this.silent(scope, silentMs),
    ]);
    const keys = readers.map(({ apiKey }) => apiKey);
    const [behind, credentials] = await Promise.all([
      this.stored.behindSince(scope, readers),
      this.credentials.those(scope, keys),
    ]);
    const silentKeys = new Set(silent.map(({ apiKey }) => apiKey));
    const now = nowOf(scope);
    return readers.map(({ apiKey, lastReadAt, dailySince }) => {
      const credential = credentials.get(apiKey);
      const isCurrent = credential?.rotatedTo === null && works(credential, now);
      const isRecent = lastReadAt.getTime() >= now.getTime() - LONGEST_GAP_HOURS * HOUR_MS;
      const other: ReaderState = isCurrent ? (isRecent ? 'reading' : 'away') : 'ended';
      return {
        apiKey,
        lastReadAt,
        dailySince,
        label: credential?.label ?? '',
        behindSince: behind.get(apiKey) ?? null,
        state: silentKeys.has(apiKey) ? 'silent' : other,
      };
    });
  }

  /**
   * Those who read at least every 36 hours for three days, and then not for so long, nor did a successor of the key. A
   * key that ended is not missed.
   * @param forgottenMs who has been silent for so much longer is not missed any more
   */
  async silent(scope: Scope, silentMs: number, forgottenMs = Infinity): Promise<SilentReader[]> {
    const now = nowOf(scope);
    const until = new Date(now.getTime() - silentMs);
    const from = new Date(Math.max(0, until.getTime() - forgottenMs));
    const found = await this.stored.silent(scope, from, until, DAILY_FOR_HOURS);
    const missed: SilentReader[] = [];
    for (const reader of found) {
      const [own, ...successors] = await this.credentials.withSuccessors(scope, reader.apiKey);
      const current = successors.at(-1) ?? own;
      const keys = successors.map(({ apiKey }) => apiKey);
      const hasSuccessorRead = (await this.stored.of(scope, keys)).length > 0;
      if (works(current, now) && !hasSuccessorRead) missed.push({ ...reader, currentKey: current.apiKey });
    }
    return missed;
  }
}
