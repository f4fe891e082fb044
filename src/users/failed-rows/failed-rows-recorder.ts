import { Injectable } from '@nestjs/common';

import { Background } from '../../background/background.js';
import type { WriteBehind } from '../../background/write-behind.js';
import { BoundedCache } from '../../concurrency/bounded-cache.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnreadableRow } from '../../errors/request.errors.js';
import { Erased } from '../../errors/privacy.errors.js';
import type { Refusal } from '../../errors/refusal.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { CandidateIndex } from '../matching/candidate-index.js';
import { MatchDecisionsRepository } from '../matching/match-decisions.repository.js';
import { emailKeyOf } from '../model/user-ids.js';
import { UsersRepository } from '../model/users.repository.js';
import { ErasedPeople } from '../tombstones/erased-people.js';
import { describeFailure, emailOf, externalIdOf } from './describe-failure.js';
import { FailedRowsRepository, type NewFailedRow } from './failed-rows.repository.js';

/** Of one run, or of all calls of a day that name no run; the counts of the run show how many more there were. */
export const MOST_OF_RUN = 10_000;
/** Rows in memory, at about half a kilobyte each. */
const MOST_WAITING = 20_000;
const DAY_MS = 86_400_000;
/** For so long the rows of a run that has its most are not even described. */
const FULL_MS = 60_000;
const MOST_FULL = 1000;

/** A row that was refused. */
export interface Failure {
  readonly refusal: Refusal;
  /** The row as it was sent, unchecked. */
  readonly sent: unknown;
  /** Of a bulk request. */
  readonly line?: number;
}

/** A row that is not written yet. */
interface WaitingRow extends Omit<NewFailedRow, 'userId'> {
  /** By which the user is found; not stored. */
  readonly email: string | undefined;
  /** Whose decisions say whom the row is about; not stored. */
  readonly scope: Pick<Scope, 'tenantId' | 'tenant'>;
}

function laneOf({ tenantId, run }: Pick<WaitingRow, 'tenantId' | 'run'>): string {
  return `${tenantId} ${run ?? ''}`;
}

function storedRow(row: WaitingRow, userId: string | null): NewFailedRow {
  const { tenantId, at, run, actor, requestId, line, externalId, code, field, cause, reason, sentences } =
    row;
  return {
    tenantId,
    at,
    run,
    actor,
    requestId,
    line,
    externalId,
    userId,
    code,
    field,
    cause,
    reason,
    sentences,
  };
}

/**
 * Keeps the rows that were refused. No call waits for it or fails because of it: they are inserted together, with one
 * look-up of the people whom they are about.
 */
@Injectable()
export class FailedRowsRecorder {
  private readonly waiting: WriteBehind<WaitingRow>;
  /** How many rows of each run wait. */
  private readonly counts = new Map<string, number>();
  private readonly full = new BoundedCache<string, true>({ most: MOST_FULL, milliseconds: FULL_MS });

  constructor(
    background: Background,
    private readonly rows: FailedRowsRepository,
    private readonly users: UsersRepository,
    private readonly decisions: MatchDecisionsRepository,
    private readonly erased: ErasedPeople,
  ) {
    this.waiting = background.buffer('failed-rows', {
      store: (transaction, waiting) => this.store(transaction, waiting),
      most: MOST_WAITING,
    });
  }

  note(scope: Scope, failures: readonly Failure[]): void {
    const { tenantId, actor, requestId, run = null } = scope;
    const at = nowOf(scope);
    const lane = laneOf({ tenantId, run });
    if (this.full.get(lane) === true) return;
    let count = this.counts.get(lane) ?? 0;
    for (const { refusal, sent, line = null } of failures) {
      // Nothing of an erased person is stored but the entry of the conflicts inbox.
      if (refusal instanceof Erased) continue;
      if (count >= MOST_OF_RUN) break;
      // A row of a file that could not be mapped was not sent, and its key may be known all the same.
      const key = refusal instanceof UnreadableRow ? { externalId: refusal.externalId } : sent;
      const externalId = externalIdOf(key) ?? null;
      const described = describeFailure(refusal, sent);
      const row = { tenantId, at, run, actor, requestId, line, externalId, ...described };
      this.waiting.add({ ...row, email: emailOf(sent), scope });
      count += 1;
    }
    if (count > 0) this.counts.set(lane, count);
  }

  /**
   * Writes the rows that wait.
   * @throws {QueryFailedError} when that failed because the database is away; the rows are kept
   */
  flush(): Promise<void> {
    return this.waiting.flush();
  }

  private async store(transaction: Transaction, rows: readonly WaitingRow[]): Promise<void> {
    const lanes = new Map<string, WaitingRow[]>();
    for (const row of rows) lanes.set(laneOf(row), [...(lanes.get(laneOf(row)) ?? []), row]);
    for (const lane of lanes.values()) await this.storeLane(transaction, lane);
    if (this.waiting.size === 0) this.counts.clear();
  }

  /** @param lane rows of one run of a tenant */
  private async storeLane(transaction: Transaction, lane: readonly WaitingRow[]): Promise<void> {
    const [first] = lane;
    if (first === undefined) return;
    const { tenantId, run, scope } = first;
    const today = new Date(Math.floor(nowOf(scope).getTime() / DAY_MS) * DAY_MS);
    const room = MOST_OF_RUN - (await this.rows.count(tenantId, run, today));
    if (room <= lane.length) this.full.set(laneOf(first), true);
    if (room <= 0) return;
    const kept = await this.ofPresent(scope, lane.slice(0, room));
    if (kept.length === 0) return;
    const userIds = await this.usersOf(scope, kept);
    await this.rows.add(
      transaction,
      kept.map((row, index) => storedRow(row, userIds[index] ?? null)),
    );
  }

  /** Without the rows of people who were erased, which were refused for another reason. */
  private async ofPresent(
    scope: WaitingRow['scope'],
    rows: readonly WaitingRow[],
  ): Promise<readonly WaitingRow[]> {
    const externalIds = rows.flatMap(({ externalId }) => externalId ?? []);
    const emails = rows.flatMap(({ email }) => email ?? []);
    const erased = await this.erased.named(scope, { externalIds, emails });
    if (erased.size === 0) return rows;
    return rows.filter(({ externalId, email = '' }) => !erased.has(externalId ?? '') && !erased.has(email));
  }

  /** The ID of the user whom each row would have been about. */
  private async usersOf(scope: WaitingRow['scope'], rows: readonly WaitingRow[]): Promise<(string | null)[]> {
    const externalIds = rows.flatMap(({ externalId }) => externalId ?? []);
    const emailKeys = rows.flatMap(({ email }) => (email === undefined ? [] : [emailKeyOf(email)]));
    if (externalIds.length + emailKeys.length === 0) return rows.map(() => null);
    const decisions = await this.decisions.about(scope, externalIds);
    const found = await this.users.findCandidates(scope, {
      externalIds: [...externalIds, ...decisions.userIds],
      emailKeys,
    });
    const users = new CandidateIndex(found, decisions);
    return rows.map(({ externalId, email = '' }) => users.match({ externalId, email })?.user.id ?? null);
  }
}
