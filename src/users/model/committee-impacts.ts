import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import { usesFacultyProfile } from './user-defaults.js';
import type { User } from './user.entity.js';

/** What the departure of a faculty member means for committees. */
export interface CommitteeImpact {
  /** Active students with an accepted seat of this person in a committee that is not dissolved. */
  readonly students: number;
  /** Of these, the ones whose chair this person is. */
  readonly chairs: number;
}

/** The field of an answer, which is absent when no committee is concerned. */
export function impactIn(committeeImpact: CommitteeImpact | undefined): {
  committeeImpact?: CommitteeImpact;
} {
  return committeeImpact === undefined ? {} : { committeeImpact };
}

export type ImpactOf = ReadonlyMap<string, CommitteeImpact>;

/** Counts the seats of these people, with one statement. People without a seat may be missing. */
export type CountSeats = (scope: Scope, reader: Reader, ids: readonly string[]) => Promise<ImpactOf>;

const NONE: CommitteeImpact = { students: 0, chairs: 0 };

/**
 * What the departure of people means. Committees are kept by another room, which does not stand before this one and
 * registers how it counts. It is a question and no fact: it is also asked where nothing is changed.
 */
@Injectable()
export class CommitteeImpacts {
  private count: CountSeats | undefined;

  answerWith(count: CountSeats): void {
    this.count = count;
  }

  /**
   * The impact of each of these people who is a faculty member or chair, or else has a seat, as Staff may have. No
   * statement when all of them are Students.
   */
  async of(scope: Scope, reader: Reader, people: readonly User[]): Promise<ImpactOf> {
    const members = people.filter((user) => user.accountType !== 'Student' || usesFacultyProfile(user));
    if (members.length === 0 || this.count === undefined) return new Map();
    const counted = await this.count(
      scope,
      reader,
      members.map(({ id }) => id),
    );
    return new Map(
      members.flatMap((user): [string, CommitteeImpact][] => {
        const impact = counted.get(user.id) ?? (usesFacultyProfile(user) ? NONE : undefined);
        return impact === undefined ? [] : [[user.id, impact]];
      }),
    );
  }
}
