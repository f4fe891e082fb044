import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { success, type Success } from '../../http/answers.js';
import { presentConflict } from '../../identity/conflicts/conflict.dto.js';
import { ConflictsService, type Settled } from '../../identity/conflicts/conflicts.service.js';
import type { IdentityConflictEntry } from '../../identity/conflicts/identity-conflict.entity.js';
import { offeredOn } from '../../identity/conflicts/rows-of-decision.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { boundedPageRangeOf, listed, onlyRowOf } from '../../http/lists/list-query.js';
import { PeopleInView } from '../people-in-view.js';
import { UserNames } from '../../users/list/user-names.js';
import { changedSinceSeen, comparedFields } from './compare.js';
import type {
  ConflictDetailDto,
  ConflictListQueryDto,
  ConflictRowDto,
  DecideConflictDto,
} from './conflicts.dto.js';

/** Identity conflicts, for administrators to read and decide. */
@Injectable()
export class AdminConflictsService {
  constructor(
    private readonly conflicts: ConflictsService,
    private readonly people: UserLookup,
    private readonly names: UserNames,
    private readonly inView: PeopleInView,
    private readonly labels: ActorLabels,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async list(scope: Scope, query: ConflictListQueryDto): Promise<Success<ConflictRowDto[]>> {
    const { status, kind, search } = query;
    const range = { ...boundedPageRangeOf(query), order: query.order ?? 'DESC' };
    const { rows, total } = await this.conflicts.page(scope, { status, kind, search }, range);
    return listed(await this.present(scope, rows), total, query);
  }

  /** @throws {ConflictNotFound} when the tenant has no such conflict */
  async get(scope: Scope, id: string): Promise<Success<ConflictDetailDto>> {
    return success(await this.detail(scope, await this.conflicts.get(scope, id)));
  }

  async decide(
    scope: Scope,
    id: string,
    { decision, note = null }: DecideConflictDto,
  ): Promise<Success<ConflictDetailDto>> {
    return this.answer(scope, await this.conflicts.decide(scope, id, decision, note));
  }

  async undo(scope: Scope, id: string): Promise<Success<ConflictDetailDto>> {
    return this.answer(scope, await this.conflicts.undo(scope, id));
  }

  private async answer(scope: Scope, { conflict, isRepeated }: Settled): Promise<Success<ConflictDetailDto>> {
    const meta = isRepeated ? { meta: { repeated: true } } : {};
    return success(await this.detail(scope, conflict), meta);
  }

  private async detail(scope: Scope, conflict: IdentityConflictEntry): Promise<ConflictDetailDto> {
    const { userId, ownerId, status } = conflict;
    const row = onlyRowOf(await this.present(scope, [conflict]));
    const effects = conflict.effect ?? [];
    const ids = [userId, ...(ownerId === null ? [] : [ownerId]), ...effects.map((one) => one.userId)];
    const people = await this.people.find(scope, this.unitOfWork.single, ids);
    const [user, owner] = [people.get(userId), ownerId === null ? undefined : people.get(ownerId)];
    const inView = await this.inView.present(scope, [...new Set(people.values())]);
    const applied = await this.conflicts.changesOf(scope, conflict);
    const later = await this.conflicts.unseenOf(scope, conflict);
    return {
      ...row,
      fields: status === 'decided' ? [] : comparedFields(conflict, user, owner, applied),
      isApplied: applied !== null,
      user: inView.get(userId) ?? null,
      owner: inView.get(ownerId ?? '') ?? null,
      changedSince: changedSinceSeen(conflict, user, owner, later),
      effects: effects.map(({ userId: id, isNew, fields }) => ({
        userId: id,
        userName: inView.get(id)?.name ?? null,
        isNew,
        fields: fields.map(({ field, before, after }) => ({ field, before, after })),
      })),
    };
  }

  private async present(scope: Scope, rows: readonly IdentityConflictEntry[]): Promise<ConflictRowDto[]> {
    const nameOf = await this.names.of(scope, rows, ({ userId, ownerId }) => [userId, ownerId]);
    const labelOf = await this.labels.of(scope, rows, ({ actor, decidedBy }) => [actor, decidedBy]);
    return rows.map((row) => ({
      ...presentConflict(row),
      offered: [...offeredOn(row)],
      userName: nameOf(row.userId),
      ownerName: nameOf(row.ownerId),
      actor: row.actor,
      actorLabel: labelOf(row.actor),
      run: row.run,
      requestId: row.requestId,
      note: row.note,
      decidedBy: row.decidedBy,
      decidedByLabel: labelOf(row.decidedBy),
      takenBackAt: row.takenBackAt?.toISOString() ?? null,
      takenBackBy: row.takenBackBy,
    }));
  }
}
