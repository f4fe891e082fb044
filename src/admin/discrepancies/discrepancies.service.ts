import { Injectable } from '@nestjs/common';

import { DiscrepancyNotFound } from '../../errors/submissions.errors.js';
import { success, type Success } from '../../http/answers.js';
import { DecisionsService } from '../../submissions/discrepancies/decisions.service.js';
import {
  DiscrepanciesList,
  type FoundDiscrepancy,
} from '../../submissions/discrepancies/discrepancies-list.js';
import type { Discrepancy } from '../../submissions/entities/discrepancy.entity.js';
import type { Scope } from '../../tenancy/scope.js';
import { boundedPageRangeOf, listed } from '../../http/lists/list-query.js';
import { each } from '../selection.js';
import type {
  DiscrepancyListQueryDto,
  DiscrepancyRowDto,
  ResolvedDto,
  ResolveSelectionDto,
  UndoSelectionDto,
} from './discrepancies.dto.js';
import { DiscrepancyRows } from './discrepancy-rows.js';

@Injectable()
export class AdminDiscrepanciesService {
  constructor(
    private readonly found: DiscrepanciesList,
    private readonly decisions: DecisionsService,
    private readonly rows: DiscrepancyRows,
  ) {}

  async list(scope: Scope, query: DiscrepancyListQueryDto): Promise<Success<DiscrepancyRowDto[]>> {
    const range = { ...boundedPageRangeOf(query), order: query.order ?? 'DESC' };
    const { rows, total } = await this.found.page(scope, query, range);
    return listed(await this.rows.present(scope, rows), total, query);
  }

  /** @throws {DiscrepancyNotFound} when the tenant has no such discrepancy */
  async get(scope: Scope, id: string): Promise<Success<DiscrepancyRowDto>> {
    return success(await this.rows.presentOne(scope, await this.found.get(scope, Number(id))));
  }

  /** Resolves each in the same way, in a transaction of its own. */
  resolve(
    scope: Scope,
    { ids, resolution, note = null }: ResolveSelectionDto,
  ): Promise<Success<ResolvedDto[]>> {
    return this.eachOf(scope, ids, async (acting, { submission: { submissionId } }, id) => {
      const { discrepancy } = await this.decisions.resolve(acting, submissionId, { id, resolution, note });
      return discrepancy;
    });
  }

  /** Takes each decision back, in a transaction of its own: later ones first, since a value may rest on another. */
  async undo(scope: Scope, { ids }: UndoSelectionDto): Promise<Success<ResolvedDto[]>> {
    const latestFirst = ids.toSorted((one, other) => Number(other) - Number(one));
    const { data } = await this.eachOf(scope, latestFirst, (acting, { submission: { submissionId } }, id) =>
      this.decisions.undo(acting, submissionId, id),
    );
    const byId = new Map(data.map((result) => [result.id, result]));
    return success(ids.flatMap((id) => byId.get(id) ?? []));
  }

  private async eachOf(
    scope: Scope,
    ids: readonly string[],
    work: (acting: Scope, one: FoundDiscrepancy, id: number) => Promise<Discrepancy>,
  ): Promise<Success<ResolvedDto[]>> {
    const known = await this.found.find(scope, ids.map(Number));
    const byId = new Map(known.map((one) => [one.discrepancy.id, one]));
    const results = await each(scope, ids, async (id, acting) => {
      const one = byId.get(Number(id));
      if (one === undefined) throw new DiscrepancyNotFound();
      const discrepancy = await work(acting, one, Number(id));
      return { discrepancy: await this.rows.presentOne(scope, { ...one, discrepancy }) };
    });
    return success(results.map((result, index) => ({ id: ids[index] ?? '', ...result })));
  }
}
