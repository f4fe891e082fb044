import { Injectable } from '@nestjs/common';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import { RunFinished, RunFinishedMeanwhile } from '../../errors/runs.errors.js';
import { lostKey } from '../../http/fields/text-rules.js';
import { memoryKeyOf, type Scope } from '../../tenancy/scope.js';
import { emailOf, externalIdOf } from '../failed-rows/describe-failure.js';
import { MatchDecisionsRepository } from '../matching/match-decisions.repository.js';
import { PeopleSet } from '../model/people-set.js';
import { emailKeyOf } from '../model/user-ids.js';
import { UsersRepository } from '../model/users.repository.js';
import { FinishedRunsRepository } from '../runs/finished-runs.repository.js';
import { type NamedRows, NamingsRepository } from './namings.repository.js';
import { Senders } from './senders.js';

const MOST_KNOWN = 10_000;
/** What is known is compared with the database each time; it only saves a second statement. */
const KNOWN_FOR_MS = 3_600_000;

/** A row that is about to be answered. */
export interface NamingRow {
  /** The 950/951 ID of the person whom it was about; absent for a refused one. */
  readonly id?: string | undefined;
  /** What was sent, of a row that was refused or waits: everyone who has one of its keys is named, and no one sent. */
  readonly sent?: { readonly content: unknown };
  /**
   * Whether it counts as a row of the run. A change of a status does not, nor does a row that a fault has ended, which
   * is sent again; both name people, and send no one.
   */
  readonly isCounted: boolean;
}

/** A call whose rows may name people. */
export interface Admitted {
  readonly sender: string;
  /** The epoch at which the run was not finished; undefined when it is not known. */
  readonly epoch: number | undefined;
}

/** Whether the row was applied, or changed nothing. */
function isSending({ id, sent, isCounted }: NamingRow): boolean {
  return id !== undefined && sent === undefined && isCounted;
}

/**
 * Whether a refused row names a key: an externalId, or an address where it has none. What stands in the place of a lost
 * externalId is none: it could be anyone's.
 */
function hasKey({ id, sent }: NamingRow): boolean {
  if (id !== undefined || sent === undefined) return true;
  const externalId = externalIdOf(sent.content);
  const isNumbered = externalId !== undefined && lostKey(externalId) === undefined;
  return isNumbered || emailOf(sent.content)?.includes('@') === true;
}

/**
 * Keeps whom the rows of callers have named, before the rows are answered (contract, section 15), whether or not they
 * change anything. One statement for each batch.
 */
@Injectable()
export class Namings {
  private readonly known = new BoundedCache<string, number>({ most: MOST_KNOWN, milliseconds: KNOWN_FOR_MS });

  constructor(
    private readonly senders: Senders,
    private readonly namings: NamingsRepository,
    private readonly finished: FinishedRunsRepository,
    private readonly users: UsersRepository,
    private readonly decisions: MatchDecisionsRepository,
  ) {}

  /**
   * Called before rows are applied. Undefined for callers who do not send people for a source.
   * @throws {RunFinished} when the run of the call was finished
   */
  async admit(scope: Scope): Promise<Admitted | undefined> {
    const sender = await this.senders.of(scope);
    if (sender === undefined) return undefined;
    const { run } = scope;
    if (run === undefined) return { sender, epoch: this.known.get(memoryKeyOf(scope)) };
    const epoch = await this.namings.epochOf(scope);
    await this.refuseFinished(scope, run, epoch);
    return { sender, epoch };
  }

  /**
   * Called when rows were applied, before they are answered.
   * @returns the people among them whom finishing a run has de-provisioned meanwhile: their rows must be sent again
   * @throws {RunFinishedMeanwhile} when the run was finished after {@link admit}
   */
  async note(
    scope: Scope,
    admitted: Admitted | undefined,
    rows: readonly NamingRow[],
  ): Promise<ReadonlySet<string>> {
    if (admitted === undefined || rows.length === 0) return new Set();
    const { sender } = admitted;
    const named = await this.named(scope, rows);
    const epoch = await this.namings.add(scope, sender, scope.run ?? '', named);
    if (epoch === admitted.epoch) return new Set();
    this.known.set(memoryKeyOf(scope), epoch);
    if (scope.run !== undefined && (await this.finished.find(scope, scope.run)) !== undefined)
      throw new RunFinishedMeanwhile();
    return new Set(await this.users.absentAmong(scope, [...named.sent, ...named.named]));
  }

  /** Whom these rows name. */
  async named(scope: Scope, rows: readonly NamingRow[]): Promise<NamedRows> {
    const sent = PeopleSet.of(rows.filter(isSending).flatMap(({ id }) => id ?? []));
    const others = rows.filter((row) => !isSending(row)).flatMap(({ id }) => id ?? []);
    const named = PeopleSet.of([...others, ...(await this.withKeysOf(scope, rows))]).without(sent);
    const counted = rows.filter(({ isCounted }) => isCounted);
    return { rowCount: counted.length, keyless: counted.filter((row) => !hasKey(row)).length, sent, named };
  }

  private async refuseFinished(scope: Scope, run: string, epoch: number | undefined): Promise<void> {
    const key = `${memoryKeyOf(scope)} ${run}`;
    if (epoch !== undefined && this.known.get(key) === epoch) return;
    if ((await this.finished.find(scope, run)) !== undefined) throw new RunFinished();
    if (epoch !== undefined) this.known.set(key, epoch);
  }

  /** Everyone who has a key of a row that was refused or waits. */
  private async withKeysOf(scope: Scope, rows: readonly NamingRow[]): Promise<readonly string[]> {
    const sent = rows.flatMap((row) => row.sent?.content ?? []);
    const externalIds = sent.flatMap((content) => externalIdOf(content) ?? []);
    const emailKeys = sent.flatMap((content) => emailOf(content) ?? []).map(emailKeyOf);
    if (externalIds.length + emailKeys.length === 0) return [];
    const { userIds } = await this.decisions.about(scope, externalIds);
    const found = await this.users.findCandidates(scope, {
      externalIds: [...new Set([...externalIds, ...userIds])],
      emailKeys: [...new Set(emailKeys)],
    });
    return found.map(({ id }) => id);
  }
}
