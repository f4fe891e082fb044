import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../../database/transaction/unit-of-work.js';
import { GroupNotFound } from '../../../errors/submissions.errors.js';
import { ChangeStampsRepository } from '../../../tenancy/change-stamps/change-stamps.repository.js';
import type { Scope } from '../../../tenancy/scope.js';
import { nowOf } from '../../../tenancy/time/tenant-clock.js';
import { UserLookup } from '../../../users/matching/user-lookup.js';
import type { User } from '../../../users/model/user.entity.js';
import type { Discrepancy, Resolution } from '../../entities/discrepancy.entity.js';
import { readRecord, sameValue } from '../../mapping/record-fields.js';
import { SubmissionsRepository } from '../../submissions.repository.js';
import type { DiscrepancyRange } from '../discrepancies.repository.js';
import { DiscrepanciesRepository } from '../discrepancies.repository.js';
import { isRefused } from '../record-writer.js';
import {
  type GroupSort,
  MOST_READ,
  WaitingDiscrepanciesRepository,
  type WaitingFilter,
  type WaitingGroup,
} from '../waiting-discrepancies.repository.js';
import { type Chosen, chosenOf } from './chosen.js';
import { type Consequences, ConsequencesTally, type WaitingForm } from './consequences.js';
import {
  GroupsRepository,
  type OpenDiscrepancy,
  type OtherField,
  type RecordedValue,
} from './groups.repository.js';

/** So many submissions are looked at together. */
const AT_ONCE = 500;

/** Open discrepancies with the same submitted value, with the first one that was found. */
export interface GroupRow {
  readonly group: WaitingGroup;
  readonly example: Discrepancy;
  /** The most frequent first. */
  readonly recorded: readonly RecordedValue[];
  readonly alsoOpen: readonly OtherField[];
}

/** What is to be decided of one submission. */
export interface ChosenForm {
  readonly submissionId: string;
  readonly chosen: readonly OpenDiscrepancy[];
}

/** What a decision would mean, and what was looked at. */
export type Preview = Consequences & Pick<Chosen, 'newest' | 'seen'>;

/** Groups of open discrepancies: the same form type, field and submitted value, whatever is recorded. */
@Injectable()
export class DiscrepancyGroups {
  constructor(
    private readonly waiting: WaitingDiscrepanciesRepository,
    private readonly groups: GroupsRepository,
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly people: UserLookup,
    private readonly stamps: ChangeStampsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async page(
    scope: Scope,
    filter: WaitingFilter,
    range: DiscrepancyRange & { readonly sort: GroupSort },
  ): Promise<{ rows: GroupRow[]; total: number }> {
    const groups = await this.waiting.groups(scope, filter, range);
    const total = await this.waiting.count(scope, 'groupKey', filter);
    const keys = groups.map(({ groupKey }) => groupKey);
    const oldest = await this.discrepancies.find(
      scope,
      groups.map((group) => group.oldest),
    );
    const examples = new Map(oldest.map((one) => [one.id, one]));
    const recorded = await this.groups.recordedValues(scope, keys);
    const alsoOpen = await this.groups.otherFields(scope, keys);
    const rows = groups.flatMap((group) => {
      const example = examples.get(group.oldest);
      const isOfGroup = ({ groupKey }: { readonly groupKey: string }): boolean => groupKey === group.groupKey;
      const more = { recorded: recorded.filter(isOfGroup), alsoOpen: alsoOpen.filter(isOfGroup) };
      return example === undefined ? [] : [{ group, example, ...more }];
    });
    return { rows, total };
  }

  /** How many groups {@link page} lists without a filter. */
  count(scope: Scope): Promise<number> {
    return this.waiting.count(scope, 'groupKey', {});
  }

  /**
   * What follows from a decision about these groups, as they are now.
   * @throws {GroupNotFound} when nothing of them is open
   */
  async preview(
    scope: Scope,
    which: Omit<Chosen, 'newest' | 'seen'>,
    resolution: Resolution | undefined,
  ): Promise<Preview> {
    // First: what is committed with a later stamp may not be in what is read from here on.
    const stamp = (await this.stamps.lastOf([scope.tenantId])).get(scope.tenantId) ?? 0;
    const seen = { stamp, at: nowOf(scope).getTime() };
    const newestOpen = await this.groups.newestOpen(scope);
    const members = await this.groups.members(scope, which.groupKeys, newestOpen);
    if (members.length === 0) throw new GroupNotFound();
    // Of more than are looked at, the decision is about the ones that were.
    const newest = members.length < MOST_READ ? newestOpen : (members.at(-1)?.id ?? newestOpen);
    const tally = new ConsequencesTally({ ...which, newest }, resolution);
    const isRefusing = resolution === 'accept_submitted' ? rememberedRefusals() : undefined;
    const submissionIds = [...new Set(members.map(({ submissionId }) => submissionId))];
    for (let from = 0; from < submissionIds.length; from += AT_ONCE)
      for (const form of await this.formsOf(scope, submissionIds.slice(from, from + AT_ONCE), isRefusing))
        tally.add(form);
    return { ...tally.result(), newest, seen };
  }

  /**
   * The next submissions of a decision about these groups.
   * @param after the ID of the submission before them
   */
  async next(
    scope: Scope,
    chosen: Chosen,
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<ChosenForm[]> {
    const ids = await this.groups.submissions(scope, chosen, { after, limit });
    const open = await this.groups.openOf(scope, ids);
    return ids.map((submissionId) => ({
      submissionId,
      chosen: chosenOf(open.get(submissionId) ?? [], chosen),
    }));
  }

  /**
   * A discrepancy of each of these groups, which an earlier call of the same decision may have decided.
   * @throws {GroupNotFound} when there is no such group
   */
  async examples(scope: Scope, groupKeys: readonly string[]): Promise<(groupKey: string) => Discrepancy> {
    const found =
      groupKeys.length === 0 ? new Map<string, Discrepancy>() : await this.groups.examples(scope, groupKeys);
    return (groupKey) => {
      const example = found.get(groupKey);
      if (example === undefined) throw new GroupNotFound();
      return example;
    };
  }

  /** @param isRefusing absent when no value is accepted */
  private async formsOf(
    scope: Scope,
    submissionIds: readonly string[],
    isRefusing: Refusing | undefined,
  ): Promise<WaitingForm[]> {
    const open = await this.groups.openOf(scope, submissionIds);
    const studentOf = await this.submissions.studentsOf(scope, submissionIds);
    const people = await this.people.find(scope, this.unitOfWork.single, [...studentOf.values()]);
    return [...studentOf].map(([submissionId, studentId]) => {
      const student = people.get(studentId);
      const onAccept: WaitingForm['onAccept'] = (one) => {
        if (student === undefined || isRefusing?.(student, one) === true) return 'refused';
        return sameValue(one.field, one.submitted, readRecord(student, one.field)) ? 'kept' : 'changed';
      };
      // The record may have changed since the form was compared with it.
      const isNow = (one: OpenDiscrepancy): OpenDiscrepancy =>
        student === undefined ? one : { ...one, recorded: readRecord(student, one.field) };
      return { studentId, open: (open.get(submissionId) ?? []).map(isNow), onAccept };
    });
  }
}

type Refusing = (student: User, one: OpenDiscrepancy) => boolean;

/** A group has the same value many times; it is checked once for each account type. */
function rememberedRefusals(): Refusing {
  const known = new Map<string, boolean>();
  return (student, { field, submitted }) => {
    const key = JSON.stringify([student.accountType, field, submitted]);
    const refused = known.get(key) ?? isRefused(student, field, submitted);
    known.set(key, refused);
    return refused;
  };
}
