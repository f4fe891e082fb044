import type { Scope } from '../../tenancy/scope.js';
import type { NamedAddresses } from '../matching/named-addresses.js';
import type { SentPerson } from '../model/outcome.js';
import { emailKeyOf } from '../model/user-ids.js';
import type { CandidateKeys } from '../model/users.repository.js';
import type { OwnRule, PersonChange } from './batch-rule.js';

/** Ends a batch by its own rule; nothing is written then. */
export class BatchAbandoned extends Error {
  /** @param cause what the caller of the batch throws, or decides by */
  constructor(override readonly cause: unknown) {
    super('The rule of a batch has ended it');
  }
}

/** What a batch has besides its people. */
export interface BatchOptions {
  /**
   * The earlier batch of the same file. Nothing of this batch is sent to the database before it has succeeded; if it
   * fails, this batch fails with the same error.
   */
  readonly before?: Promise<void> | undefined;
  /** What another room does in the transaction of the batch, after all other rules. */
  readonly rule?: OwnRule;
  /** What the rows of the upload have named so far; those of this batch are added when it has succeeded. */
  readonly named?: NamedAddresses;
}

/** A person of a batch, before anything is read. */
export type BatchPerson = SentPerson | PersonChange;

export function isChange(one: BatchPerson): one is PersonChange {
  return !('person' in one);
}

/** People who are provisioned together, in the order in which they were sent. */
export class Batch {
  /** @param people changes only where the rule of the batch works them out */
  constructor(
    readonly scope: Scope,
    readonly people: readonly BatchPerson[],
    readonly options: BatchOptions = {},
  ) {}

  /** The people who are known as they were sent. */
  get sent(): readonly SentPerson[] {
    return this.people.filter((one): one is SentPerson => !isChange(one));
  }

  /** The two halves, to be provisioned one after the other. */
  halves(): [Batch, Batch] {
    const { scope, people, options } = this;
    const middle = Math.ceil(people.length / 2);
    return [
      new Batch(scope, people.slice(0, middle), options),
      new Batch(scope, people.slice(middle), options),
    ];
  }
}

/** Only calls of the same caller and run share a transaction, because its rows name both. */
export function laneOf({ tenantId, actor, address = '', run = '' }: Scope): string {
  return `${tenantId} ${actor} ${address} ${run}`;
}

/** The keys by which these people may be found. */
export function keysOf(people: readonly BatchPerson[]): CandidateKeys {
  const externalIds = people
    .flatMap((one) => [
      one.userId,
      ...(isChange(one) ? (one.keys?.externalIds ?? []) : [one.person.externalId]),
    ])
    .filter((id): id is string => typeof id === 'string');
  const emailKeys = people.flatMap((one) =>
    isChange(one) ? (one.keys?.emailKeys ?? []) : [emailKeyOf(one.person.email)],
  );
  return { externalIds: [...new Set(externalIds)], emailKeys: [...new Set(emailKeys)] };
}
