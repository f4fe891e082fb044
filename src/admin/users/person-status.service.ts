import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { UserNotFound } from '../../errors/users.errors.js';
import { success, type Success } from '../../http/answers.js';
import { ConflictsService } from '../../identity/conflicts/conflicts.service.js';
import { MemberSeatsService } from '../../progress/seats/member-seats.service.js';
import { DiscrepanciesList } from '../../submissions/discrepancies/discrepancies-list.js';
import { SubmissionsOfStudent } from '../../submissions/submissions-of-student.js';
import { dayIn } from '../../tenancy/time/calendar.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { HoldsService } from '../../users/deprovisioning-limits/holds.service.js';
import { FailedRowsService } from '../../users/failed-rows/failed-rows.service.js';
import { apiKeyOf, kindOf } from '../../users/history/provenance.js';
import { type StatusHistory, StatusHistories } from '../../users/history/status-history.js';
import type { UserHistoryEntry } from '../../users/history/user-change.entity.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { keptUntil } from '../../users/model/awaiting-source/awaiting-source.js';
import { presentFacultyProfile } from '../../users/model/fields/faculty-profile.js';
import { keptActiveBy } from '../../users/model/keep-active/keep-active.js';
import { effectiveRole, usesFacultyProfile } from '../../users/model/user-defaults.js';
import type { User } from '../../users/model/user.entity.js';
import { RunsAboutPerson } from '../../users/finish/runs-about-person.js';
import { RunListService } from '../../users/runs/run-list.service.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import type {
  InactiveAtSourceDto,
  PersonCountsDto,
  PersonStatusDto,
  StatusSetterDto,
} from './person-status.dto.js';

/** So many of the later runs are looked at: a month of nights. */
const MOST_LATER = 31;

/** No row is read, only how many there are. */
const COUNT = { order: 'DESC', offset: 0, limit: 1 } as const;

function capacityOf(user: User): number | null {
  if (!usesFacultyProfile(user)) return null;
  return presentFacultyProfile(user.facultyProfile, effectiveRole(user)).maxConcurrentCommittees;
}

/** Says in one answer whether a person can log in, why, and what else there is about them. */
@Injectable()
export class PersonStatusService {
  constructor(
    private readonly people: UserLookup,
    private readonly histories: StatusHistories,
    private readonly runs: RunListService,
    private readonly runsAboutPerson: RunsAboutPerson,
    private readonly labels: ActorLabels,
    private readonly credentials: CredentialsService,
    private readonly seats: MemberSeatsService,
    private readonly submissions: SubmissionsOfStudent,
    private readonly discrepancies: DiscrepanciesList,
    private readonly holds: HoldsService,
    private readonly conflicts: ConflictsService,
    private readonly failures: FailedRowsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws {UserNotFound} when the tenant has no such user */
  async of(scope: Scope, idOrLegacyNumber: string): Promise<Success<PersonStatusDto>> {
    const user = (await this.people.find(scope, this.unitOfWork.single, [idOrLegacyNumber])).get(
      idOrLegacyNumber,
    );
    if (user === undefined) throw new UserNotFound();
    const [history, counts] = await Promise.all([this.histories.of(scope, user), this.countsOf(scope, user)]);
    const { accountStatus, awaitingSource } = user;
    const { timeZone, awaitSourceDays } = scope.tenant;
    const awaited = accountStatus === 'active' ? awaitingSource?.['accountStatus'] : undefined;
    return success({
      accountStatus,
      ...(await this.reasonsOf(scope, user, history)),
      awaitSourceDays,
      awaitsSourceUntil:
        awaited === undefined ? null : (keptUntil(awaited, awaitSourceDays)?.toISOString() ?? null),
      today: dayIn(timeZone, nowOf(scope)),
      counts,
    });
  }

  private async reasonsOf(
    scope: Scope,
    user: User,
    { set, saidInactive }: StatusHistory,
  ): Promise<Pick<PersonStatusDto, 'setBy' | 'inactiveAtSource' | 'keepActive'>> {
    const rule = keptActiveBy(scope, user, nowOf(scope));
    const entries = [set, saidInactive].filter((entry) => entry !== undefined);
    const actors = [...entries.map(({ actor }) => actor), ...(rule === null ? [] : [rule.actor])];
    const labelOf = await this.labels.of(scope, actors, (actor) => actor);
    const keys = entries.flatMap(({ actor }) => apiKeyOf(actor) ?? []);
    const connections = await this.credentials.connectionsOf(scope, this.unitOfWork.single, keys);
    const setter = (entry: UserHistoryEntry): StatusSetterDto => ({
      at: entry.at.toISOString(),
      kind: kindOf(entry, connections.get(apiKeyOf(entry.actor) ?? '') ?? null),
      actor: entry.actor,
      actorLabel: labelOf(entry.actor),
      run: entry.run,
      submissionId: entry.submissionId,
    });
    return {
      setBy: set === undefined ? null : setter(set),
      inactiveAtSource:
        saidInactive === undefined
          ? null
          : await this.withLaterRuns(scope, user, setter(saidInactive), saidInactive),
      keepActive: rule === null ? null : { ...rule, actorLabel: labelOf(rule.actor) },
    };
  }

  private async withLaterRuns(
    scope: Scope,
    user: User,
    setter: StatusSetterDto,
    { run, at }: UserHistoryEntry,
  ): Promise<InactiveAtSourceDto> {
    const later = (run === null ? [] : await this.runs.laterOf(scope, run, at)).slice(0, MOST_LATER);
    const names = later.map(({ name }) => name);
    const aboutUser = await this.runsAboutPerson.of(scope, user, names);
    const leftIt = later.filter(({ name }) => aboutUser.has(name));
    return {
      ...setter,
      runsSince: leftIt.length,
      latestRun: leftIt[0]?.name ?? null,
      latestRunAt: leftIt[0]?.startedAt.toISOString() ?? null,
      isNextRunSure: later.length === 0 || leftIt.length > 0,
    };
  }

  private async countsOf(scope: Scope, user: User): Promise<PersonCountsDto> {
    const { id } = user;
    const totalOf = async (page: Promise<{ readonly total: number }>): Promise<number> => (await page).total;
    const [impact, submissions, discrepancies, openDiscrepancies, holds, openHolds] = await Promise.all([
      this.seats.impactOf(scope, id),
      this.submissions.count(scope, id),
      totalOf(this.discrepancies.page(scope, { studentId: id }, COUNT)),
      totalOf(this.discrepancies.page(scope, { studentId: id, status: 'open' }, COUNT)),
      totalOf(this.holds.page(scope, { userId: id }, COUNT)),
      totalOf(this.holds.page(scope, { userId: id, status: 'held' }, COUNT)),
    ]);
    const [conflicts, openConflicts, failures] = await Promise.all([
      totalOf(this.conflicts.page(scope, { search: id }, COUNT)),
      totalOf(this.conflicts.page(scope, { search: id, status: 'open' }, COUNT)),
      totalOf(this.failures.page(scope, { userId: id }, COUNT)),
    ]);
    return {
      ...impact,
      capacity: capacityOf(user),
      submissions,
      discrepancies,
      openDiscrepancies,
      holds,
      openHolds,
      conflicts,
      openConflicts,
      failures,
    };
  }
}
