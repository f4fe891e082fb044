import { Injectable } from '@nestjs/common';

import { forEachYielding } from '../../concurrency/for-each-yielding.js';
import type { Scope } from '../../tenancy/scope.js';
import type { BatchRule, WrittenBatch } from '../batch/batch-rule.js';
import type { MatchedBy, Plan } from '../model/outcome.js';
import { emailKeyOf, hasIdForm } from '../model/user-ids.js';
import { UserWritesRepository } from '../model/user-writes.repository.js';
import { type KnownUser, type UserKeys, UsersRepository } from '../model/users.repository.js';
import { BodyHashes } from './body-hashes.js';

/** A body as it was sent, and its JSON, which is not validated yet. */
export interface SentBody {
  readonly text: string;
  /** May be parsed at the first access. */
  readonly json: unknown;
}

/** A body that is equal to the last one of its user, who has not changed since. */
export interface UnchangedBody {
  readonly kind: 'unchanged';
  readonly user: KnownUser;
  readonly matchedBy: MatchedBy;
  readonly changed: readonly [];
  readonly warnings: readonly [];
  readonly holdId?: undefined;
  readonly pendingId?: undefined;
}

interface Key {
  readonly matchedBy: MatchedBy;
  readonly value: string;
}

const QUOTED_NAME = '"externalId"';
const EXTERNAL_ID = /^\s*\{[^{]*?"externalId"\s*:\s*"([^"]*)"/;

/**
 * The externalId of a body, read without parsing it. Undefined when it is not certain: when the body has an escape, or
 * the name twice or after an object within the body.
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

/** The key by which the person of the body is found; undefined when the body must be provisioned. */
function keyOfJson(json: unknown): Key | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const { externalId, email } = json as Record<string, unknown>;
  if (typeof externalId === 'string') return keyOfExternalId(externalId);
  if ((externalId !== undefined && externalId !== null) || typeof email !== 'string') return undefined;
  return { matchedBy: 'email', value: emailKeyOf(email.trim()) };
}

/** One key for each body: from its text where that is certain, otherwise from its JSON. */
async function keyPerBody(bodies: readonly SentBody[]): Promise<readonly (Key | undefined)[]> {
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

/**
 * Finds bodies that change nothing by one indexed read, without validating, matching or merging them
 * (docs/decisions/0033). For people who are new or changed this is an additional read, so it is used when the forecast
 * expects unchanged people.
 */
@Injectable()
export class UnchangedBodies implements BatchRule {
  constructor(
    private readonly users: UsersRepository,
    private readonly writes: UserWritesRepository,
    private readonly hashes: BodyHashes,
  ) {}

  /** Stores the hashes of bodies that left their people as they are. */
  async write({ transaction }: WrittenBatch, { bodiesToRemember }: Plan): Promise<void> {
    await this.writes.rememberBodies(transaction, bodiesToRemember);
  }

  /** One answer per body, in their order; undefined for a body that has to be provisioned. */
  async find(scope: Scope, bodies: readonly SentBody[]): Promise<readonly (UnchangedBody | undefined)[]> {
    const keys = await keyPerBody(bodies);
    const known = await this.knownBy(scope, keys);
    return bodies.map(({ text }, index) => {
      const key = keys[index];
      if (key === undefined) return undefined;
      const user = known[key.matchedBy].get(key.value);
      if (user?.bodyHash === undefined || user.bodyHash === null) return undefined;
      if (!this.hashes.matches(user.bodyHash, scope, user.updatedAt, text)) return undefined;
      return { kind: 'unchanged', user, matchedBy: key.matchedBy, changed: [], warnings: [] };
    });
  }

  private async knownBy(
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
