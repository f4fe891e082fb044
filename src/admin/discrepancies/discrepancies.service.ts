import { Injectable } from '@nestjs/common';

import { DiscrepancyNotFound } from '../../errors/submissions.errors.js';
import { success, type Success } from '../../http/answers.js';
import {
  DiscrepanciesList,
  type FoundDiscrepancy,
} from '../../submissions/discrepancies/discrepancies-list.js';
import { DiscrepanciesService } from '../../submissions/discrepancies/discrepancies.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { ActorLabels } from '../actor-labels.js';
import { boundedPageRangeOf } from '../bounded-page-range.js';
import { listed } from '../list-query.js';
import { each } from '../selection.js';
import { StudentNames } from '../student-names.js';
import {
  type DiscrepancyListQueryDto,
  type DiscrepancyRowDto,
  presentRow,
  type ResolvedDto,
  type ResolveSelectionDto,
} from './discrepancies.dto.js';

@Injectable()
export class AdminDiscrepanciesService {
  constructor(
    private readonly found: DiscrepanciesList,
    private readonly discrepancies: DiscrepanciesService,
    private readonly names: StudentNames,
    private readonly actors: ActorLabels,
  ) {}

  async list(scope: Scope, query: DiscrepancyListQueryDto): Promise<Success<DiscrepancyRowDto[]>> {
    const range = { ...boundedPageRangeOf(query), order: query.order ?? 'DESC' };
    const { rows, total } = await this.found.page(scope, query, range);
    return listed(await this.present(scope, rows), total, query);
  }

  /** @throws {DiscrepancyNotFound} when the tenant has no such discrepancy */
  async get(scope: Scope, id: string): Promise<Success<DiscrepancyRowDto>> {
    return success(await this.presentOne(scope, await this.found.get(scope, Number(id))));
  }

  /** Resolves each in the same way, in a transaction of its own. */
  async resolve(scope: Scope, { ids, ...decision }: ResolveSelectionDto): Promise<Success<ResolvedDto[]>> {
    const known = await this.found.find(scope, ids.map(Number));
    const byId = new Map(known.map((one) => [one.discrepancy.id, one]));
    const results = await each(scope, ids, async (id) => {
      const one = byId.get(Number(id));
      if (one === undefined) throw new DiscrepancyNotFound();
      const { submission } = one;
      const resolved = await this.discrepancies.resolve(scope, submission.submissionId, Number(id), decision);
      return { discrepancy: await this.presentOne(scope, { submission, discrepancy: resolved }) };
    });
    return success(results.map((result, index) => ({ id: ids[index] ?? '', ...result })));
  }

  private async presentOne(scope: Scope, one: FoundDiscrepancy): Promise<DiscrepancyRowDto> {
    const [row] = await this.present(scope, [one]);
    if (row === undefined) throw new Error('One discrepancy was presented as none');
    return row;
  }

  private async present(scope: Scope, rows: readonly FoundDiscrepancy[]): Promise<DiscrepancyRowDto[]> {
    const nameOf = await this.names.of(
      scope,
      rows.map(({ submission }) => submission.studentId),
    );
    const actors = rows.flatMap(({ discrepancy }) => discrepancy.resolvedBy ?? []);
    const labels = await this.actors.labelsOf(scope, actors);
    return rows.map((row) =>
      presentRow(row, {
        studentName: nameOf(row.submission.studentId),
        resolvedByLabel: labels.get(row.discrepancy.resolvedBy ?? '') ?? row.discrepancy.resolvedBy,
      }),
    );
  }
}
