import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import { NO_DECISIONS } from '../matching/match-decisions.js';
import { MatchDecisionsRepository } from '../matching/match-decisions.repository.js';
import type { SentPerson } from '../model/outcome.js';
import type { User } from '../model/user.entity.js';
import { type CandidateKeys, UsersRepository } from '../model/users.repository.js';
import { type Batch, keysOf } from './batch.js';
import type { BatchContext, Preview, WrittenBatch } from './batch-rule.js';

/** People or decisions have changed since a batch was looked at and planned; nothing is written then. */
export class OutdatedPlan extends Error {}

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
  unseen({ scope, people, options: { named } }: Batch, transaction: Transaction): WrittenBatch {
    const none = { stored: [], decisions: NO_DECISIONS };
    return { ...begun(scope, people), ...none, named, reader: transaction, transaction, isAssuming: true };
  }

  /** Without locks: what is read may have changed when it is written; see {@link isCurrent}. */
  async look({ scope, people, options: { named } }: Batch, reader: Reader): Promise<BatchContext> {
    const find = (keys: CandidateKeys): Promise<User[]> =>
      this.users.findCandidates(scope, keys, { reader, table: 'users' });
    return { ...(await this.read(scope, people, { reader, find })), named, isAssuming: true };
  }

  /** For a plan that is not written. */
  async preview(scope: Scope, people: readonly SentPerson[], from: PreviewedFrom): Promise<BatchContext> {
    return { ...(await this.read(scope, people, from)), preview: from.preview };
  }

  /** Finds the people and locks them until the transaction ends. */
  async lock({ scope, people, options: { named } }: Batch, transaction: Transaction): Promise<WrittenBatch> {
    const keys = keysOf(people);
    const found = await this.users.lockFound(scope, transaction, keys);
    const decisions = await this.decisions.about(scope, keys.externalIds, transaction);
    const known = new Set(found.map(({ id }) => id));
    const others = decisions.userIds.filter((id) => !known.has(id));
    const stored = [...found, ...(await this.users.lock(scope, transaction, others))];
    const read = { stored, decisions, named, reader: transaction, transaction };
    return { ...begun(scope, people), ...read, isAssuming: true };
  }

  /** Locks the people of a batch that was only looked at, and tells whether all is as it was. */
  async isCurrent({ scope, people, stored, decisions, transaction }: WrittenBatch): Promise<boolean> {
    const ids = stored.map(({ id }) => id);
    const locked = new Map((await this.users.lock(scope, transaction, ids)).map((user) => [user.id, user]));
    const now = await this.decisions.about(scope, keysOf(people).externalIds, transaction);
    return (
      stored.every((user) => isDeepStrictEqual(user, locked.get(user.id))) &&
      isDeepStrictEqual(now, decisions)
    );
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
  people: readonly SentPerson[],
): Pick<BatchContext, 'scope' | 'people' | 'now' | 'refused'> {
  return { scope, people, now: nowOf(scope), refused: new Map() };
}
