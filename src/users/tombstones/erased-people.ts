import { Injectable } from '@nestjs/common';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { Erased, ErasedIdStays, TombstoneNotFound } from '../../errors/privacy.errors.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import { memoryKeyOf, type Scope } from '../../tenancy/scope.js';
import type { BatchContext, BatchRule, WrittenBatch } from '../batch/batch-rule.js';
import type { SentPerson } from '../model/outcome.js';
import { emailKeyOf } from '../model/user-ids.js';
import { ERASED_MET } from './tombstone-facts.js';
import { type KnownKeys, type ReleasedKey, TombstoneKeys } from './tombstone-keys.js';
import { TombstonesRepository } from './tombstones.repository.js';

const MOST_TENANTS = 10_000;

/** The people who must not be written, each with the refusal. */
type ErasedRows = ReadonlyMap<SentPerson, Erased>;
const NONE: ErasedRows = new Map();

interface NamedKey {
  readonly sent: SentPerson;
  readonly hash: Buffer;
}

/**
 * The keys that were sent and are those of no stored person: only these may be an erased person's. An externalId that
 * means another person by a decision counts as that person's ID.
 */
function unknownKeys(
  people: readonly SentPerson[],
  { stored, decisions }: Pick<BatchContext, 'stored' | 'decisions'>,
): { sent: SentPerson; externalId?: string; email?: string }[] {
  const numbers = new Set(stored.flatMap(({ id, legacyNumber }) => [id, legacyNumber]));
  const addresses = new Set(stored.map(({ emailKey }) => emailKey));
  return people.flatMap((sent) => {
    const { externalId, email } = sent.person;
    const emails = [...new Set([email, ...(sent.names ?? [])])];
    return [
      ...[externalId, sent.userId].flatMap((named) => {
        if (typeof named !== 'string') return [];
        const number = decisions.meaningOf(named) ?? named;
        return numbers.has(number) ? [] : [{ sent, externalId: number }];
      }),
      ...emails.filter((one) => !addresses.has(emailKeyOf(one))).map((one) => ({ sent, email: one })),
    ];
  });
}

/**
 * Recognises people who were erased, by every ID, legacyNumber and e-mail address that they had. A tenant that has
 * erased no one pays with one small statement that travels with the packet of a write, and unchanged people cost
 * nothing: their keys are those of stored people.
 */
@Injectable()
export class ErasedPeople implements BatchRule {
  /** Tenants that have erased someone; they stay so. */
  private readonly tenants = new BoundedCache<string, true>({ most: MOST_TENANTS });

  constructor(
    private readonly tombstones: TombstonesRepository,
    private readonly keys: TombstoneKeys,
    private readonly events: TransactionEvents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Keeps the keys of a person whose row this transaction deletes. */
  async addTombstones(
    scope: Scope,
    transaction: Transaction,
    person: KnownKeys,
    erasedAt: Date,
  ): Promise<void> {
    const { tenantId } = scope;
    const { userId } = person;
    const rows = this.keys.ofPerson(scope, person).map((keyHash) => {
      return { tenantId, keyHash, userId, erasedAt };
    });
    await this.tombstones.add(transaction, rows);
  }

  /**
   * Forgets one address or legacyNumber of an erased person, so that it may be another person's.
   * @throws {ErasedIdStays} when it is the ID
   * @throws {TombstoneNotFound} when the person is not known to have had it
   */
  async release(scope: Scope, transaction: Transaction, userId: string, key: ReleasedKey): Promise<void> {
    if (key.value === userId) throw new ErasedIdStays();
    const hashes = this.keys.ofReleased(scope, key);
    if (!(await this.tombstones.remove(scope, transaction, userId, hashes))) throw new TombstoneNotFound();
  }

  /**
   * The people of a batch who were erased; one look-up, unless every key is that of a stored person. Where the
   * transaction assumes that there are none, only a tenant that is known to have erased someone is looked up.
   */
  async admit(batch: BatchContext): Promise<ErasedRows> {
    const isKnown = this.tenants.get(memoryKeyOf(batch.scope)) === true;
    return batch.isAssuming === true && !isKnown ? NONE : this.among(batch);
  }

  /** A row about an erased person may find another one by address, or ask a question. */
  async isConcerned(batch: BatchContext): Promise<boolean> {
    return (await this.among(batch)).size > 0;
  }

  /**
   * Notifies other rooms which erased people were sent. Lets the server check, with the packet of the commit, that none
   * of the people who were written was erased: when one was, the transaction runs again, and {@link admit} finds the
   * person.
   */
  async announce(batch: WrittenBatch): Promise<void> {
    const { scope, transaction, people, refused } = batch;
    const met = [...refused].flatMap(([{ requestId }, refusal]) =>
      refusal instanceof Erased
        ? [{ userId: refusal.userId, ...(requestId === undefined ? {} : { requestId }) }]
        : [],
    );
    if (met.length > 0) await this.events.announce(scope, transaction, ERASED_MET, met);
    if (unknownKeys(people, batch).length === 0) return;
    const isKnown = this.tenants.get(memoryKeyOf(scope)) === true;
    const hashes = isKnown ? this.namedKeys(batch).map(({ hash }) => hash) : undefined;
    this.tombstones.assumeNone(scope, transaction, hashes, () => {
      this.tenants.set(memoryKeyOf(scope), true);
    });
  }

  /** The erased people who had one of these addresses, or one of these IDs or legacyNumbers, by what was named. */
  async named(
    scope: Pick<Scope, 'tenantId'>,
    { externalIds, emails }: { readonly externalIds: readonly string[]; readonly emails: readonly string[] },
    reader?: Reader,
  ): Promise<Map<string, string>> {
    const hashes = [
      ...externalIds.flatMap((name) => this.keys.ofNumber(scope, name).map((hash) => ({ name, hash }))),
      ...emails.flatMap((name) => this.keys.ofEmail(scope, name).map((hash) => ({ name, hash }))),
    ];
    const found = await this.tombstones.find(
      scope,
      hashes.map(({ hash }) => hash),
      reader,
    );
    return new Map(
      hashes.flatMap(({ name, hash }) => {
        const userId = found.get(hash.toString('hex'));
        return userId === undefined ? [] : [[name, userId] as const];
      }),
    );
  }

  /**
   * For a call that names a person who is not stored.
   * @throws {Erased} when the person was erased; other rooms are notified
   */
  async refuse(scope: Scope, externalId: string): Promise<void> {
    const userId = (await this.named(scope, { externalIds: [externalId], emails: [] })).get(externalId);
    if (userId === undefined) return;
    await this.unitOfWork.run((transaction) =>
      this.events.announce(scope, transaction, ERASED_MET, [{ userId }]),
    );
    throw new Erased(userId);
  }

  private async among(batch: BatchContext): Promise<ErasedRows> {
    const { scope, reader } = batch;
    const named = this.namedKeys(batch);
    const hashes = named.map(({ hash }) => hash);
    const found = await this.tombstones.find(scope, hashes, reader);
    if (found.size === 0) return NONE;
    this.tenants.set(memoryKeyOf(scope), true);
    const erased = new Map<SentPerson, Erased>();
    for (const { sent, hash } of named) {
      const userId = found.get(hash.toString('hex'));
      if (userId !== undefined && !erased.has(sent)) erased.set(sent, new Erased(userId));
    }
    return erased;
  }

  private namedKeys(batch: BatchContext): NamedKey[] {
    const { scope, people } = batch;
    return unknownKeys(people, batch).flatMap(({ sent, externalId, email = '' }) => {
      const hashes =
        externalId === undefined ? this.keys.ofEmail(scope, email) : this.keys.ofNumber(scope, externalId);
      return hashes.map((hash) => ({ sent, hash }));
    });
  }
}
