import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import type { ProgressRecordDto } from '../../progress/dto/progress-record.dto.js';
import { ProgressListService } from '../../progress/list/progress-list.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { boundedPageRangeOf, listed } from '../../http/lists/list-query.js';
import { presentRow, type ProgressListQueryDto, type ProgressRowDto } from './progress.dto.js';

@Injectable()
export class AdminProgressService {
  constructor(private readonly progress: ProgressListService) {}

  async list(scope: Scope, query: ProgressListQueryDto): Promise<Success<ProgressRowDto[]>> {
    const { sort = 'lastName', order = 'ASC' } = query;
    const range = { ...boundedPageRangeOf(query), sort, order };
    const { rows, total } = await this.progress.list(scope, query, range);
    return listed(rows.map(presentRow), total, query);
  }

  /** @throws {UserNotFound} when the tenant has no such student */
  async get(scope: Scope, studentId: string): Promise<Success<ProgressRecordDto>> {
    return success(await this.progress.get(scope, studentId));
  }
}
