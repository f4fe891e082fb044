import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { Refusal } from '../../errors/refusal.js';
import { success, type Success } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import type { HeldRequest } from '../../users/deprovisioning-limits/held-request.entity.js';
import { HoldReopening } from '../../users/deprovisioning-limits/hold-reopening.service.js';
import { HoldsService } from '../../users/deprovisioning-limits/holds.service.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { boundedPageRangeOf, listed, onlyRowOf } from '../../http/lists/list-query.js';
import { PeopleInView } from '../people-in-view.js';
import type { DecisionPreviewDto, HoldDetailDto, PreviewDecisionDto } from './hold-context.dto.js';
import { HoldContext } from './hold-context.service.js';
import {
  type DecidedDto,
  type DecidedRunDto,
  type DecideRunDto,
  type DecideSelectionDto,
  type HeldRunDto,
  type HoldListQueryDto,
  type HoldRowDto,
  type ReopenHoldsDto,
  presentHoldRow,
  presentRun,
} from './holds.dto.js';

/** Held de-provisionings, for administrators to read and decide. */
@Injectable()
export class AdminHoldsService {
  constructor(
    private readonly holds: HoldsService,
    private readonly reopening: HoldReopening,
    private readonly people: UserLookup,
    private readonly inView: PeopleInView,
    private readonly context: HoldContext,
    private readonly labels: ActorLabels,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async list(scope: Scope, query: HoldListQueryDto): Promise<Success<HoldRowDto[]>> {
    const range = { ...boundedPageRangeOf(query), order: query.order ?? 'DESC' };
    const { status, run, since, userId: reference } = query;
    const userId = reference === undefined ? undefined : await this.idOf(scope, reference);
    if (userId === null) return listed([], 0, query);
    const { rows, total } = await this.holds.page(scope, { status, run, since, userId }, range);
    return listed(await this.present(scope, rows), total, query);
  }

  /** @throws {HoldNotFound} when the tenant has no such hold */
  async get(scope: Scope, id: string): Promise<Success<HoldDetailDto>> {
    const hold = await this.holds.get(scope, id);
    const [row, runOfHold] = await Promise.all([
      this.presentOne(scope, hold),
      this.context.runOf(scope, hold.run),
    ]);
    return success({ ...row, runOfHold });
  }

  /** What a release of these holds would mean. */
  async preview(scope: Scope, { ids, run = null }: PreviewDecisionDto): Promise<Success<DecisionPreviewDto>> {
    return success(await this.context.preview(scope, ids === undefined ? { run } : { ids }));
  }

  async runs(scope: Scope): Promise<Success<HeldRunDto[]>> {
    return success((await this.holds.runs(scope)).map(presentRun));
  }

  async decide(scope: Scope, { ids, ...what }: DecideSelectionDto): Promise<Success<DecidedDto[]>> {
    return this.results(scope, ids, await this.holds.decide(scope, ids, what));
  }

  async reopen(scope: Scope, { ids }: ReopenHoldsDto): Promise<Success<DecidedDto[]>> {
    return this.results(scope, ids, await this.reopening.reopen(scope, ids));
  }

  async decideRun(scope: Scope, { run = null, ...what }: DecideRunDto): Promise<Success<DecidedRunDto>> {
    return success(await this.holds.decideRun(scope, run, what));
  }

  /** One result for each id, in their order. */
  private async results(
    scope: Scope,
    ids: readonly string[],
    answers: readonly (HeldRequest | Refusal)[],
  ): Promise<Success<DecidedDto[]>> {
    const holds = answers.filter((one): one is HeldRequest => !(one instanceof Refusal));
    const rowOf = new Map((await this.present(scope, holds)).map((row) => [row.id, row]));
    const results = answers.map((one, index): DecidedDto => {
      const id = ids[index] ?? '';
      if (one instanceof Refusal) return { id, ok: false, code: one.code, message: one.message };
      return { id, ok: true, hold: onlyRowOf([rowOf.get(id)].filter((row) => row !== undefined)) };
    });
    return success(results);
  }

  /** The ID of the user; null when the tenant has no such user. */
  private async idOf(scope: Scope, reference: string): Promise<string | null> {
    const found = await this.people.find(scope, this.unitOfWork.single, [reference]);
    return found.get(reference)?.id ?? null;
  }

  private async presentOne(scope: Scope, hold: HeldRequest): Promise<HoldRowDto> {
    return onlyRowOf(await this.present(scope, [hold]));
  }

  private async present(scope: Scope, rows: readonly HeldRequest[]): Promise<HoldRowDto[]> {
    const userIds = rows.map(({ userId }) => userId);
    const people = await this.inView.of(scope, userIds);
    const labelOf = await this.labels.of(scope, rows, ({ actor, decidedBy }) => [actor, decidedBy]);
    return rows.map((row) => {
      const named = {
        actorLabel: labelOf(row.actor),
        decidedByLabel: labelOf(row.decidedBy),
      };
      return presentHoldRow(row, people.get(row.userId) ?? null, named);
    });
  }
}
