import { nowOf } from '../tenancy/time/tenant-clock.js';
import { ValidationFailed } from '../errors/request.errors.js';
import { FeedExpired } from '../errors/change-feed.errors.js';
import { readSigned, signed } from '../http/signed-text.js';
import type { ServerKeys } from '../secrets/server-keys.js';
import type { Scope } from '../tenancy/scope.js';

/** A place in the feed of a tenant: behind this event of this commit. */
export interface FeedPlace {
  readonly stamp: number;
  readonly ordinal: number;
  /** Of the events of its row: it shows whether they are still there. Absent where the place is behind no row. */
  readonly print?: number | undefined;
}

/** A place that a reader was given. */
export interface GivenPlace extends FeedPlace {
  /** Up to which stamp a copy had what was lost: a reader who was given the place before a loss copies anew. */
  readonly lostUpTo: number;
}

interface Content extends FeedPlace {
  /** Absent: 0. */
  readonly lostUpTo?: number;
  /** When it was handed out, in milliseconds by the tenant's clock. */
  readonly at: number;
  /** How often the sandbox was reset before, which restarts its stamps. */
  readonly resets: number;
}

const PURPOSE = 'feed';
const DAY_MS = 86_400_000;
/** Behind all events of a commit. */
export const LAST_ORDINAL = 9_999_999;
export const EARLIEST = 'earliest';

/** The place as a reader keeps it: opaque, and of one tenant. */
export function textOfPlace(keys: ServerKeys, scope: Scope, place: GivenPlace): string {
  const { stamp, ordinal, print, lostUpTo } = place;
  const { tenantId, tenant } = scope;
  const content = {
    resets: tenant.resets,
    stamp,
    ordinal,
    print,
    ...(lostUpTo > 0 && { lostUpTo }),
    at: nowOf(scope).getTime(),
  } satisfies Content;
  return signed(keys, PURPOSE, tenantId, content);
}

/** The time since which events are kept, in milliseconds by the tenant's clock. */
export function keptSince(scope: Scope): number {
  return nowOf(scope).getTime() - scope.tenant.retention.eventDays * DAY_MS;
}

/**
 * @throws {ValidationFailed} when it was never handed out, or is another tenant's
 * @throws {FeedExpired} when it is older than what is kept, or the sandbox was reset since
 */
export function placeOf(keys: ServerKeys, scope: Scope, text: string): GivenPlace {
  const content = readSigned(keys, PURPOSE, scope.tenantId, text) as Content | undefined;
  if (content === undefined) {
    const message =
      `after must be the nextAfter of an earlier answer, unchanged, or ${EARLIEST}; ` +
      'begin again without it when the operator has changed the server key twice since';
    throw new ValidationFailed([{ field: 'after', code: 'isPlace', message }]);
  }
  if (content.resets !== scope.tenant.resets) throw FeedExpired.byReset();
  if (content.at < keptSince(scope)) throw FeedExpired.byAge(scope.tenant.retention.eventDays);
  return { lostUpTo: 0, ...content };
}

/** 20 digits that rise with the order of commits. */
export function sequenceOf({ stamp, ordinal }: FeedPlace): string {
  return String(stamp).padStart(13, '0') + String(ordinal).padStart(7, '0');
}
