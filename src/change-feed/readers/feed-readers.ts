import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { WriteBehind } from '../../background/write-behind.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import type { FeedPlace } from '../feed-place.js';
import type { FeedReader } from './feed-reader.entity.js';
import { FeedReadersRepository, type PlacedReader } from './feed-readers.repository.js';

const KEY = 'key:';
/** Who has read for so long without a longer gap than a day's is expected again. */
const DAILY_FOR_HOURS = 72;

/** A reader that was expected and has not come. */
export type SilentReader = Pick<FeedReader, 'apiKey' | 'lastReadAt' | 'dailySince'> & {
  readonly label: string;
};

export interface ReaderRow extends PlacedReader {
  readonly label: string;
  /** Whether it read daily, and then not for as long as alerts allow. */
  readonly isSilent: boolean;
}

function later(waiting: FeedReader, more: FeedReader): FeedReader {
  return { ...more, dailySince: waiting.dailySince };
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

  /** @param place behind what the reader is handed */
  note(scope: Scope, { stamp, ordinal }: FeedPlace): void {
    const { tenantId, actor } = scope;
    if (!actor.startsWith(KEY)) return;
    const apiKey = actor.slice(KEY.length);
    const at = nowOf(scope);
    this.waiting.put(apiKey, { tenantId, apiKey, lastReadAt: at, dailySince: at, stamp, ordinal });
  }

  /**
   * Those that read within `retention.eventDays`, who called last first; the last five seconds may be missing.
   * @param silentMs who read daily, and then not for so long, is silent
   */
  async list(scope: Scope, silentMs: number): Promise<ReaderRow[]> {
    const [readers, silent] = await Promise.all([this.stored.all(scope), this.silent(scope, silentMs)]);
    const labels = await this.credentials.labelsOf(
      scope,
      readers.map(({ apiKey }) => apiKey),
    );
    const isSilent = new Set(silent.map(({ apiKey }) => apiKey));
    return readers
      .toSorted((one, other) => other.lastReadAt.getTime() - one.lastReadAt.getTime())
      .map((reader) => ({
        ...reader,
        label: labels.get(reader.apiKey) ?? '',
        isSilent: isSilent.has(reader.apiKey),
      }));
  }

  /**
   * Those who read at least every 36 hours for three days, and then not for so long. A key that ended, or has a
   * successor, is not missed.
   * @param forgottenMs who has been silent for so much longer is not missed any more
   */
  async silent(scope: Scope, silentMs: number, forgottenMs = Infinity): Promise<SilentReader[]> {
    const now = nowOf(scope).getTime();
    const until = new Date(now - silentMs);
    const from = new Date(Math.max(0, now - silentMs - forgottenMs));
    const found = await this.stored.silent(scope, from, until, DAILY_FOR_HOURS);
    if (found.length === 0) return [];
    const labels = await this.credentials.labelsOfCurrent(
      scope,
      found.map(({ apiKey }) => apiKey),
    );
    return found.flatMap((reader) => {
      const label = labels.get(reader.apiKey);
      return label === undefined ? [] : [{ ...reader, label }];
    });
  }
}
