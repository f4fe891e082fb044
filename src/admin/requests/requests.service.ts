import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { RequestsService } from '../../requests/requests.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { ActorLabels } from '../actor-labels.js';
import { boundedPageRangeOf } from '../bounded-page-range.js';
import { listed } from '../list-query.js';
import {
  presentRequest,
  presentRow,
  type RequestDto,
  type RequestRowDto,
  type RequestsQueryDto,
} from './requests.dto.js';

@Injectable()
export class AdminRequestsService {
  constructor(
    private readonly requests: RequestsService,
    private readonly labels: ActorLabels,
  ) {}

  /** @throws {ValidationFailed} when the page is too far down */
  async list(scope: Scope, query: RequestsQueryDto): Promise<Success<RequestRowDto[]>> {
    const { order = 'DESC', method, status, actor, route, requestId, from, to } = query;
    const { rows, total, isCapped } = await this.requests.page(scope, {
      method,
      status,
      actor,
      route,
      requestId,
      from,
      to,
      order,
      ...boundedPageRangeOf(query),
    });
    const labels = await this.labels.labelsOf(
      scope,
      rows.map((row) => row.actor),
    );
    const data = rows.map((row) => presentRow(row, labels.get(row.actor) ?? row.actor));
    return listed(data, total, query, isCapped ? { totalIsCapped: true } : {});
  }

  /** @throws {LoggedRequestNotFound} when the tenant has no such request */
  async get(scope: Scope, id: string): Promise<Success<RequestDto>> {
    const request = await this.requests.find(scope, id);
    const labels = await this.labels.labelsOf(scope, [request.actor]);
    return success(presentRequest(request, labels.get(request.actor) ?? request.actor));
  }
}
