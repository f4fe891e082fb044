import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { DecisionsService } from '../../submissions/discrepancies/decisions.service.js';
import { WaitingDiscrepancies } from '../../submissions/discrepancies/waiting-discrepancies.js';
import { inOneAct } from '../../tenancy/act.js';
import type { Scope } from '../../tenancy/scope.js';
import { boundedPageRangeOf, listed } from '../../http/lists/list-query.js';
import { UserNames } from '../../users/list/user-names.js';
import { DiscrepancyRows } from './discrepancy-rows.js';
import {
  presentCard,
  presentWaiting,
  type ResolveSubmissionDto,
  type SubmissionCardDto,
  type WaitingSubmissionDto,
  type WaitingSubmissionsQueryDto,
} from './waiting.dto.js';

/** Submissions that wait for decisions, each with its whole form. */
@Injectable()
export class SubmissionCardsService {
  constructor(
    private readonly waiting: WaitingDiscrepancies,
    private readonly decisions: DecisionsService,
    private readonly names: UserNames,
    private readonly rows: DiscrepancyRows,
  ) {}

  async list(scope: Scope, query: WaitingSubmissionsQueryDto): Promise<Success<WaitingSubmissionDto[]>> {
    const range = { ...boundedPageRangeOf(query), order: query.order ?? 'ASC' };
    const { rows, total } = await this.waiting.bySubmission(scope, query, range);
    const nameOf = await this.names.of(scope, rows, ({ submission }) => submission.studentId);
    const data = rows.map((row) => presentWaiting(row, nameOf(row.submission.studentId)));
    return listed(data, total, query);
  }

  /** @throws {SubmissionNotFound} when the tenant has no such submission */
  async get(scope: Scope, submissionId: string): Promise<Success<SubmissionCardDto>> {
    const card = await this.waiting.card(scope, submissionId);
    const { submission, discrepancies } = card;
    const nameOf = await this.names.of(scope, [submission], ({ studentId }) => studentId);
    const rows = await this.rows.present(
      scope,
      discrepancies.map((discrepancy) => ({ discrepancy, submission })),
    );
    return success(presentCard(card, nameOf(submission.studentId), rows));
  }

  /** @throws {Refusal} of {@link DecisionsService.resolveAll}; then nothing is decided */
  async resolve(
    scope: Scope,
    submissionId: string,
    { decisions, note = null }: ResolveSubmissionDto,
  ): Promise<Success<SubmissionCardDto>> {
    const wanted = decisions.map(({ id, resolution }) => ({ id: Number(id), resolution, note }));
    await this.decisions.resolveAll(inOneAct(scope, wanted.length), submissionId, wanted);
    return this.get(scope, submissionId);
  }
}
