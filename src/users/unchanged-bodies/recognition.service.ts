import { Injectable } from '@nestjs/common';

import { BoundedCache } from '../../concurrency/bounded-cache.js';
import { forEachYielding } from '../../concurrency/for-each-yielding.js';
import { sameHash } from '../../tenancy/secrets.js';
import type { Scope } from '../../tenancy/scope.js';
import type { MatchedBy } from '../model/outcome.js';
import type { Outcome } from '../model/outcome.js';
import { emailKeyOf, hasIdForm } from '../model/user-ids.js';
import { type KnownUser, type UserKeys, UsersRepository } from '../model/users.repository.js';
import { BodyHashes } from './body-hashes.js';

/** A body as it was sent, and what its JSON says; nothing of it was checked yet. */
export interface SentBody {
  readonly text: string;
  /** May be parsed when it is asked for. */
  readonly json: unknown;
}

/** Somebody whom this very body was last accepted for, and who is still as it left them. */
export interface Recognised {
  readonly kind: 'unchanged';
  readonly user: KnownUser;
  readonly matchedBy: MatchedBy;
  readonly changed: readonly [];
  readonly warnings: readonly [];
  readonly holdId?: undefined;
}

interface Key {
  readonly matchedBy: MatchedBy;
  readonly value: string;
}

const QUOTED_NAME = '"externalId"';
const EXTERNAL_ID = /^\s*\{[^{]*?"externalId"\s*:\s*"([^"]*)"/;

/**
 * The externalId of a body, read without parsing it; undefined unless it is certain: no escapes anywhere, and the name once, before
 * any object within the body.
 */
export function externalIdIn(text: string): string | undefined {
  if (text.includes('\\')) return undefined;
  const found = EXTERNAL_ID.exec(text);
  return found === null || text.includes(QUOTED_NAME, found[0].length) ? undefined : found[1];
}

function keyOfExternalId(externalId: string): Key {
  const value = externalId.trim();
  return { matchedBy: hasIdForm(value) ? 'id' : 'legacyNumber', value };
}

/** What the body's person is found by; undefined when that takes a closer look. */
function keyOfJson(json: unknown): Key | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const { externalId, email } = json as Record<string, unknown>;
  if (typeof externalId === 'string') return keyOfExternalId(externalId);
  if ((externalId !== undefined && externalId !== null) || typeof email !== 'string') return undefined;
  return { matchedBy: 'email', value: emailKeyOf(email.trim()) };
}

/** One for each body: from its text where that is certain, else it is parsed. */
async function keysOf(bodies: readonly SentBody[]): Promise<readonly (Key | undefined)[]> {
  const keys = bodies.map(({ text }) => {
    const externalId = externalIdIn(text);
    return externalId === undefined ? undefined : keyOfExternalId(externalId);
  });
  const others = [...keys.keys()].filter((index) => keys[index] === undefined);
  await forEachYielding(others, (index) => {
    keys[index] = keyOfJson(bodies[index]?.json);
  });
  return keys;
}

function valuesOf(keys: readonly (Key | undefined)[], matchedBy: MatchedBy): string[] {
  return [...new Set(keys.filter((key) => key?.matchedBy === matchedBy).map((key) => key?.value ?? ''))];
}

/** A wrong guess costs what an insert costs; it must be rarer than one in a few. */
const MANY_IN_A_ROW = 8;
/** Tenants of whom something is remembered; of others nothing is expected. */
const MOST_TENANTS = 10_000;
const KINDS = ['unchanged', 'inserted', 'updated'] as const;

/**
 * Recognises bodies that change nothing by one indexed read, without checking, matching or comparing their fields. Asked
 * only of tenants most of whose people did not change a moment ago: for others it is a read more. What it remembers for that
 * also tells provisioning whether a look at the next people is worth it.
 */
@Injectable()
export class RecognitionService {
  /** What most people of a tenant's last batch were. */
  private readonly lastKinds = new BoundedCache<string, Outcome['kind']>({ most: MOST_TENANTS });
  /** How many people of a tenant were new, one after the other. */
  private readonly newInARow = new BoundedCache<string, number>({ most: MOST_TENANTS });

  constructor(
    private readonly users: UsersRepository,
    private readonly hashes: BodyHashes,
  ) {}

  /** Whether {@link recognise} is worth its read now. */
  isWorthwhile(scope: Scope): boolean {
    return this.expects(scope) === 'unchanged';
  }

  /** What the next people of this tenant will probably be, going by the last; undefined when that is anybody's guess. */
  expects({ tenantId }: Scope): Outcome['kind'] | undefined {
    return this.lastKinds.get(tenantId);
  }

  /** Whether hardly anybody comes now but people who are not stored: what is written of them at once will not meet them. */
  expectsNobodyKnown({ tenantId }: Scope): boolean {
    return (this.newInARow.get(tenantId) ?? 0) >= MANY_IN_A_ROW;
  }

  /** Hears what became of the people of a batch. */
  learn({ tenantId }: Scope, kinds: readonly Outcome['kind'][]): void {
    if (kinds.length === 0) return;
    const areNew = kinds.every((kind) => kind === 'inserted');
    this.newInARow.set(tenantId, areNew ? (this.newInARow.get(tenantId) ?? 0) + kinds.length : 0);
    const usual = KINDS.find((kind) => kinds.filter((one) => one === kind).length * 2 >= kinds.length);
    if (usual === undefined) this.lastKinds.delete(tenantId);
    else this.lastKinds.set(tenantId, usual);
  }

  /** One answer per body, in their order; none for whoever must be looked at. */
  async recognise(scope: Scope, bodies: readonly SentBody[]): Promise<readonly (Recognised | undefined)[]> {
    if (!this.isWorthwhile(scope)) return [];
    const keys = await keysOf(bodies);
    const known = await this.find(scope, keys);
    return bodies.map(({ text }, index) => {
      const key = keys[index];
      if (key === undefined) return undefined;
      const user = known[key.matchedBy].get(key.value);
      if (user?.bodyHash === undefined || user.bodyHash === null) return undefined;
      const isSame = sameHash(user.bodyHash, this.hashes.of(scope, user.updatedAt, text));
      if (!isSame) return undefined;
      return { kind: 'unchanged', user, matchedBy: key.matchedBy, changed: [], warnings: [] };
    });
  }

  private async find(
    scope: Scope,
    keys: readonly (Key | undefined)[],
  ): Promise<Readonly<Record<MatchedBy, ReadonlyMap<string, KnownUser>>>> {
    const wanted: UserKeys = {
      id: valuesOf(keys, 'id'),
      legacyNumber: valuesOf(keys, 'legacyNumber'),
      emailKey: valuesOf(keys, 'email'),
    };
    const found = await this.users.findKnown(scope, wanted);
    return {
      id: new Map(found.map((user) => [user.id, user])),
      legacyNumber: new Map(found.map((user) => [user.legacyNumber ?? '', user])),
      email: new Map(found.map((user) => [user.emailKey, user])),
    };
  }
}
