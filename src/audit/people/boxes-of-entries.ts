import { createHash } from 'node:crypto';

import type { SecretBox } from '../../secrets/secret-box.js';
import type { Scope } from '../../tenancy/scope.js';
import type { AuditEvent, PersonInEntry } from '../audit-event.entity.js';
import type { AuditBox } from './audit-box.entity.js';
import { type Naming, type PersonalValue, withValues } from './personal-fields.js';

export function digestOfBox(box: Buffer): string {
  return createHash('sha256').update(box).digest('hex');
}

/** Makes the boxes for what names people in the entries of a transaction; equal values of a person share one. */
export class BoxesOfEntries {
  readonly made: AuditBox[] = [];
  /** The digests of boxes, by owner and values. */
  private readonly shared = new Map<string, string>();

  /** @param keys of the owners; an owner without one was erased */
  constructor(
    private readonly scope: Pick<Scope, 'tenantId'>,
    private readonly keys: ReadonlyMap<string, SecretBox>,
  ) {}

  /** The entry without these values. */
  takeOut<Entry extends Naming>(
    entry: Entry,
    values: readonly PersonalValue[],
  ): Entry & Pick<AuditEvent, 'people'> {
    if (values.length === 0) return { ...entry, people: null };
    const owners = [...new Set(values.map(({ owner }) => owner))];
    const people = owners.map((owner) =>
      this.personOf(
        owner,
        values.filter((value) => value.owner === owner),
      ),
    );
    const left = withValues(
      entry,
      values.map(({ path }) => [path, null]),
    );
    return { ...entry, ...left, people };
  }

  private personOf(owner: string, values: readonly PersonalValue[]): PersonInEntry {
    const named = values.map(({ path, value }) => [path.join('.'), value] as const);
    const fields = named.map(([field]) => field);
    const key = this.keys.get(owner);
    return {
      fields,
      box: key === undefined ? null : this.boxOf(key, owner, JSON.stringify(Object.fromEntries(named))),
    };
  }

  /** @returns its digest */
  private boxOf(key: SecretBox, userId: string, content: string): string {
    const name = `${userId} ${content}`;
    const known = this.shared.get(name);
    if (known !== undefined) return known;
    const box = key.seal(userId, content);
    const digest = digestOfBox(box);
    this.made.push({ tenantId: this.scope.tenantId, digest, userId, box });
    this.shared.set(name, digest);
    return digest;
  }
}
