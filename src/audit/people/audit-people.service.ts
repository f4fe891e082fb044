import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { SecretBox } from '../../secrets/secret-box.js';
import type { Scope } from '../../tenancy/scope.js';
import type { AuditEvent } from '../audit-event.entity.js';
import type { AuditBox } from './audit-box.entity.js';
import { AuditBoxesRepository } from './audit-boxes.repository.js';
import { BoxesOfEntries, digestOfBox } from './boxes-of-entries.js';
import {
  ERASED,
  type Naming,
  ownerOfAddress,
  personalValuesOf,
  UNREADABLE,
  withValues,
} from './personal-fields.js';
import { PersonKeys } from './person-keys.js';

type Tenant = Pick<Scope, 'tenantId'>;

/** What is needed to put back what was taken out. */
type Reduced = Pick<AuditEvent, 'address' | 'before' | 'after' | 'people'>;

/** What one box says: values by field. */
type BoxedValues = Readonly<Record<string, unknown>>;

/** The boxes that are still there, by digest; undefined where the key does not fit, as under another server key. */
type Contents = ReadonlyMap<string, BoxedValues | undefined>;

/**
 * Names and addresses of people in audit entries. They do not stand in the entries but in boxes, each encrypted under
 * the key of its person; an entry has the digest of the box. So the chain stays whole when a person is erased.
 */
@Injectable()
export class AuditPeopleService {
  constructor(
    private readonly keys: PersonKeys,
    private readonly boxes: AuditBoxesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Makes unreadable what names this person in audit entries, of the past and of the future: deletes the person's key
   * and boxes. Entries stay, with `erased` in their place; so does the ID in their targets and actors. It can be called
   * again. It locks rows of the person alone, and writes no audit entry: the caller does.
   * @param addresses every e-mail address that the person has or had; recipients of alerts are known by it alone
   */
  async erase(
    scope: Tenant,
    transaction: Transaction,
    userId: string,
    addresses: readonly string[] = [],
  ): Promise<void> {
    const mailOwners = addresses.map(ownerOfAddress);
    await this.keys.erase(scope, transaction, userId);
    await this.keys.remove(scope, transaction, mailOwners);
    await this.boxes.removeOf(scope, transaction, [userId, ...mailOwners]);
  }

  /**
   * The entries of one transaction without what names people in them, which is written apart. Equal values share a box,
   * since the entries are removed together.
   */
  async takeOut<Entry extends Naming>(
    scope: Tenant,
    transaction: Transaction,
    entries: readonly Entry[],
  ): Promise<(Entry & Pick<AuditEvent, 'people'>)[]> {
    const named = entries.map((entry) => ({ entry, values: personalValuesOf(entry) }));
    const owners = [...new Set(named.flatMap(({ values }) => values.map(({ owner }) => owner)))];
    if (owners.length === 0) return entries.map((entry) => ({ ...entry, people: null }));
    const filled = new BoxesOfEntries(scope, await this.keys.findOrMake(scope, transaction, owners));
    const taken = named.map(({ entry, values }) => filled.takeOut(entry, values));
    await this.boxes.add(transaction, filled.made);
    return taken;
  }

  /** Of entries that are removed. */
  async removeBoxes(scope: Tenant, transaction: Transaction, digests: readonly string[]): Promise<void> {
    await this.boxes.remove(scope, transaction, digests);
  }

  /** Which boxes of these entries do not have the digest that the entries name. */
  async changedBoxes(
    scope: Tenant,
    entries: readonly Pick<AuditEvent, 'people'>[],
  ): Promise<ReadonlySet<string>> {
    const boxes = await this.boxes.find(scope, digestsOf(entries));
    return new Set(
      boxes.filter(({ box, digest }) => digestOfBox(box) !== digest).map(({ digest }) => digest),
    );
  }

  /** The entries with what names people in them; where a person was erased, with `erased`. */
  async putBack<Entry extends Reduced>(scope: Tenant, entries: readonly Entry[]): Promise<Entry[]> {
    const boxes = await this.boxes.find(scope, digestsOf(entries));
    const owners = [...new Set(boxes.map(({ userId }) => userId))];
    const keys = await this.keys.find(scope, this.unitOfWork.single, owners);
    const contents: Contents = new Map(
      boxes.map((box) => [box.digest, openedBox(keys.get(box.userId), box)]),
    );
    return entries.map((entry) => {
      const values = (entry.people ?? []).flatMap(({ fields, box }) =>
        fields.map((field) => [field.split('.'), valueIn(contents, box, field)] as const),
      );
      return values.length === 0 ? entry : { ...entry, ...withValues(entry, values) };
    });
  }
}

function valueIn(contents: Contents, box: string | null, field: string): unknown {
  if (box === null || !contents.has(box)) return ERASED;
  return contents.get(box)?.[field] ?? UNREADABLE;
}

/** The boxes that entries name. */
export function digestsOf(entries: readonly Pick<AuditEvent, 'people'>[]): string[] {
  const digests = entries.flatMap(({ people }) => (people ?? []).map(({ box }) => box));
  return [...new Set(digests.filter((digest) => digest !== null))];
}

function openedBox(key: SecretBox | undefined, { userId, box }: AuditBox): BoxedValues | undefined {
  const opened = key?.open(userId, box);
  return opened === undefined ? undefined : (JSON.parse(opened) as BoxedValues);
}
