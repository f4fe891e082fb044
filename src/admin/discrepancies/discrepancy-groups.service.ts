import { Injectable } from '@nestjs/common';

import { GroupNotFound } from '../../errors/submissions.errors.js';
import { success, type Success } from '../../http/answers.js';
import { DecisionsService } from '../../submissions/discrepancies/decisions.service.js';
import { WaitingDiscrepancies } from '../../submissions/discrepancies/waiting-discrepancies.js';
import type { Scope } from '../../tenancy/scope.js';
import { boundedPageRangeOf, listed } from '../../http/lists/list-query.js';
import { each, MOST_SELECTED } from '../selection.js';
import {
  type DiscrepancyGroupDto,
  type DiscrepancyGroupsQueryDto,
  type GroupResolvedDto,
  presentGroup,
  type ResolveGroupDto,
} from './waiting.dto.js';

/** Open discrepancies with the same form type, field and values, decided together. */
@Injectable()
export class DiscrepancyGroupsService {
  constructor(
    private readonly waiting: WaitingDiscrepancies,
    private readonly decisions: DecisionsService,
  ) {}

  async list(scope: Scope, query: DiscrepancyGroupsQueryDto): Promise<Success<DiscrepancyGroupDto[]>> {
    const range = { ...boundedPageRangeOf(query), order: query.order ?? 'DESC' };
    const { rows, total } = await this.waiting.groups(scope, query, range);
    return listed(rows.map(presentGroup), total, query);
  }

  /**
   * Each submission in a transaction of its own.
   * @throws {GroupNotFound} when the first call finds nothing to decide
   */
  async resolve(
    scope: Scope,
    groupKey: string,
    { resolution, note = null, newest, after }: ResolveGroupDto,
  ): Promise<Success<GroupResolvedDto>> {
    const range = { after: Number(after ?? 0), newest: Number(newest), limit: MOST_SELECTED };
    const members = await this.waiting.members(scope, groupKey, range);
    if (members.length === 0 && after === undefined) throw new GroupNotFound();
    const results = await each(scope, members, ({ submissionId, id }, acting) =>
      this.decisions.resolve(acting, submissionId, { id, groupKey, resolution, note }),
    );
    const failures = results.flatMap((result, index) => {
      const { id = 0, submissionId = '' } = members[index] ?? {};
      return result.ok ? [] : [{ id: String(id), submissionId, code: result.code, message: result.message }];
    });
    const resolved = results.filter((result) => result.ok && result.isDecided).length;
    const last = members.length < MOST_SELECTED ? undefined : members.at(-1);
    return success({ resolved, failures, next: last === undefined ? null : String(last.id) });
  }
}
