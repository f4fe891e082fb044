import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { Refusal } from '../../errors/refusal.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { NO_DECISIONS } from '../matching/questions.js';
import { MatchDecisionsRepository } from '../matching/match-decisions.repository.js';
import type { SentPerson } from '../model/outcome.js';
import { hasIdForm } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';
import { type CandidateKeys, UsersRepository } from '../model/users.repository.js';
import { type Batch, isChange, keysOf } from './batch.js';
import type { BatchContext, BatchEntry, PersonChange, Preview, WrittenBatch } from './batch-rule.js';

/** People or decisions have changed since a batch was looked at and planned; nothing is written then. */
export class OutdatedPlan extends Error {}

type Found = Pick<BatchContext, 'stored' | 'decisions'>;

/** What was found by these keys, besides by IDs. */
interface FoundByKeys extends Found {
  readonly keys: CandidateKeys;
}

/** Where the people of a preview are read. */
export interface PreviewedFrom {
  readonly reader: Reader;
  readonly preview: Preview;
  readonly find: (keys: CandidateKeys) => Promise<User[]>;
}

/** Reads what a batch knows. */
@Injectable()
export class BatchContexts {
  constructor(
    private readonly users: UsersRepository,
    private readonly decisions: MatchDecisionsRepository,
  ) {}

  /** As if no person were stored. */
  unseen({ scope, sent, options: { named } }: Batch, transaction: Transaction): WrittenBatch {
    const none = { stored: [], decisions: NO_DECISIONS };
    return { ...begun(scope, sent), ...none, named, reader: transaction, transaction, isAssuming: true };
  }

  /** Without locks: what is read may have changed when it is written; see {@link isCurrent}. */
  async look({ scope, sent, options: { named } }: Batch, reader: Reader): Promise<BatchContext> {
    const find = (keys: CandidateKeys): Promise<User[]> =>
      this.users.findCandidates(scope, keys, { reader, table: 'users' });
    return { ...(await this.read(scope, sent, { reader, find })), named, isAssuming: true };
  }

  /** For a plan that is not written. */
  async preview(scope: Scope, people: readonly SentPerson[], from: PreviewedFrom): Promise<BatchContext> {
    return { ...(await this.read(scope, people, from)), preview: from.preview };
  }

  /** Finds the people and locks them until the transaction ends. Changes are worked out from what is found. */
  async lock(batch: Batch, transaction: Transaction): Promise<WrittenBatch> {
    const { scope, people, options } = batch;
    const { named, rule } = options;
    const ended = { named, reader: transaction, transaction, isAssuming: true };
    if (rule?.workOut === undefined)
      return {
        ...begun(scope, batch.sent),
        ...(await this.found(scope, transaction, keysOf(people))),
        ...ended,
      };
    const changes = people.filter(isChange);
    const found = await this.ofChanges(scope, transaction, changes);
    const begin = begun(scope, await rule.workOut({ ...found, changes, transaction }));
    return { ...begin, ...(await this.withOwners(scope, transaction, begin.people, found)), ...ended };
  }

  /** Locks the people of a batch that was only looked at, and says whether all is as it was. */
  async isCurrent({ scope, people, stored, decisions, transaction }: WrittenBatch): Promise<boolean> {
    const ids = stored.map(({ id }) => id);
    const locked = new Map((await this.users.lock(scope, transaction, ids)).map((user) => [user.id, user]));
    const now = await this.decisions.about(scope, keysOf(people).externalIds, transaction);
    return (
      stored.every((user) => isDeepStrictEqual(user, locked.get(user.id))) &&
      isDeepStrictEqual(now, decisions)
    );
  }

  private async found(scope: Scope, transaction: Transaction, keys: CandidateKeys): Promise<Found> {
    const found = await this.users.lockFound(scope, transaction, keys);
    const decisions = await this.decisions.about(scope, keys.externalIds, transaction);
    const known = new Set(found.map(({ id }) => id));
    const others = decisions.userIds.filter((id) => !known.has(id));
    return { stored: [...found, ...(await this.users.lock(scope, transaction, others))], decisions };
  }

  /** People who are named are read by the primary key alone. */
  private async ofChanges(
    scope: Scope,
    transaction: Transaction,
    changes: readonly PersonChange[],
  ): Promise<FoundByKeys> {
    const ids = changes.flatMap(({ userId }) => userId ?? []);
    if (ids.length < changes.length) {
      const keys = keysOf(changes);
      return { ...(await this.found(scope, transaction, keys)), keys };
    }
    // Comparing the ASCII column with other characters is a collation error.
    const stored = await this.users.lock(scope, transaction, ids.filter(hasIdForm));
    return { stored, decisions: NO_DECISIONS, keys: { externalIds: [], emailKeys: [] } };
  }

  /** What was found, and who has an address or a number that is sent and was not looked for. */
  private async withOwners(
    scope: Scope,
    transaction: Transaction,
    people: readonly SentPerson[],
    { keys, ...found }: FoundByKeys,
  ): Promise<Found> {
    const own = new Map(found.stored.map((user) => [user.id, user]));
    const isCovered = (sent: SentPerson): boolean => {
      const user = own.get(sent.userId ?? '');
      const wanted = keysOf([sent]);
      return (
        wanted.emailKeys.every((key) => key === user?.emailKey || keys.emailKeys.includes(key)) &&
        wanted.externalIds.every(
          (id) => id === user?.id || id === user?.legacyNumber || keys.externalIds.includes(id),
        )
      );
    };
    return people.every(isCovered) ? found : this.found(scope, transaction, keysOf(people));
  }

  private async read(
    scope: Scope,
    people: readonly SentPerson[],
    { reader, find }: Pick<PreviewedFrom, 'reader' | 'find'>,
  ): Promise<BatchContext> {
    const { externalIds, emailKeys } = keysOf(people);
    const decisions = await this.decisions.about(scope, externalIds, reader);
    const stored = await find({
      emailKeys,
      externalIds: [...new Set([...externalIds, ...decisions.userIds])],
    });
    return { ...begun(scope, people), stored, decisions, reader };
  }
}

function begun(
  scope: Scope,
  entries: readonly BatchEntry[],
): Pick<BatchContext, 'scope' | 'entries' | 'people' | 'now' | 'refused'> {
  const people = entries.filter((one): one is SentPerson => !(one instanceof Refusal));
  return { scope, entries, people, now: nowOf(scope), refused: new Map() };
}
