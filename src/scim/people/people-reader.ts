import { Injectable } from '@nestjs/common';

import { CallBatcher } from '../../concurrency/call-batcher.js';
import type { Scope } from '../../tenancy/scope.js';
import { emailKeyOf, hasIdForm } from '../../users/model/user-ids.js';
import { connectionOf } from '../protocol/connection-of.js';
import { userNameKeyOf } from './names.js';
import { PeopleRepository, type PersonKeys, type Seen } from './people.repository.js';

/**
 * What finds a person, by an index of its own. A `userName` and an `externalId` are those that the connection has
 * given; an `externalId` may find several people.
 */
export interface PersonKey {
  readonly kind: 'id' | 'legacyNumber' | 'email' | 'userName' | 'externalId';
  readonly value: string;
}

interface Job {
  readonly scope: Scope;
  readonly keys: readonly PersonKey[];
}

/** At most this many calls share one statement. */
const MOST_TOGETHER = 64;
/** With fewer calls, a second statement beside the first costs more than it gains. */
const WORTH_A_SECOND = 8;

function has({ user, link }: Seen, { kind, value }: PersonKey): boolean {
  switch (kind) {
    case 'id':
      return user.id === value;
    case 'legacyNumber':
      return user.legacyNumber === value;
    case 'email':
      return user.emailKey === emailKeyOf(value);
    case 'userName':
      return link !== undefined && link.userNameKey === userNameKeyOf(value);
    case 'externalId':
      return link?.externalId === value;
  }
}

function valuesOf(keys: readonly PersonKey[]): PersonKeys {
  const of = (kind: PersonKey['kind'], keyOf: (value: string) => string = String): string[] => {
    const values = keys.filter((key) => key.kind === kind).map(({ value }) => keyOf(value));
    return [...new Set(values)];
  };
  return {
    // Comparing the ASCII column with other characters is a collation error.
    ids: of('id').filter(hasIdForm),
    legacyNumbers: of('legacyNumber'),
    emailKeys: of('email', emailKeyOf),
    userNameKeys: of('userName', userNameKeyOf),
    externalIds: of('externalId'),
  };
}

/** Finds people for calls; calls of a connection that come at once share one statement. */
@Injectable()
export class PeopleReader {
  private readonly batcher = new CallBatcher<Job, readonly Seen[]>(
    (jobs) => this.findAll(jobs),
    MOST_TOGETHER,
    WORTH_A_SECOND,
  );

  constructor(private readonly people: PeopleRepository) {}

  /** The people who have one of these keys, also those whom the connection has given up; in no certain order. */
  find(scope: Scope, keys: readonly PersonKey[]): Promise<readonly Seen[]> {
    return this.batcher.add(`${scope.tenantId} ${connectionOf(scope).id}`, { scope, keys });
  }

  private async findAll(jobs: readonly Job[]): Promise<(readonly Seen[])[]> {
    const [first] = jobs;
    if (first === undefined) return [];
    const found = await this.people.withKeys(first.scope, valuesOf(jobs.flatMap(({ keys }) => keys)));
    return jobs.map(({ keys }) => found.filter((one) => keys.some((key) => has(one, key))));
  }
}
