import { Injectable } from '@nestjs/common';

import { success, type Success } from '../../http/answers.js';
import { csvOf, type CsvValue, momentsIn } from '../../http/csv.js';
import { RequestsService } from '../../request-log/requests.service.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import type { Scope } from '../../tenancy/scope.js';
import { ActorLabels } from '../../actors/actor-labels.js';
import { boundedPageRangeOf, listed } from '../../http/lists/list-query.js';
import {
  presentRequest,
  presentRow,
  type RequestDto,
  type RequestRowDto,
  type RequestsExportQueryDto,
  type RequestsQueryDto,
} from './requests.dto.js';

const OUTCOMES = ['inserted', 'updated', 'unchanged', 'failed'] as const;
const HEADER = [
  'Method',
  'Path',
  'Status',
  'Code',
  'Inserted',
  'Updated',
  'Unchanged',
  'Failed',
  'By',
  'Actor',
  'IP address',
  'Run',
  'Milliseconds',
  'Request ID',
];

/** 950/951 IDs in a path. */
const IDS = /\b95[01]\d{6,}\b/g;

@Injectable()
export class AdminRequestsService {
  constructor(
    private readonly requests: RequestsService,
    private readonly labels: ActorLabels,
    private readonly disclosures: DisclosureLog,
  ) {}

  /** @throws {ValidationFailed} when the page is too far down */
  async list(scope: Scope, query: RequestsQueryDto): Promise<Success<RequestRowDto[]>> {
    const { order = 'DESC', method, status, actor, route, requestId, run, from, to } = query;
    const { rows, total, isCapped } = await this.requests.page(scope, {
      method,
      status,
      actor,
      route,
      requestId,
      run,
      from,
      to,
      order,
      ...boundedPageRangeOf(query),
    });
    const labelOf = await this.labels.of(scope, rows, (row) => row.actor);
    const data = rows.map((row) => presentRow(row, labelOf(row.actor)));
    return listed(data, total, query, isCapped ? { totalIsCapped: true } : {});
  }

  /** Every request as CSV, in chunks. */
  export(scope: Scope, { timeZone = 'UTC', ...filter }: RequestsExportQueryDto): AsyncGenerator<string> {
    return csvOf([`Time (${timeZone})`, ...HEADER], this.cells(scope, timeZone, filter));
  }

  private async *cells(
    scope: Scope,
    timeZone: string,
    filter: Omit<RequestsExportQueryDto, 'timeZone'>,
  ): AsyncGenerator<readonly CsvValue[]> {
    const text = momentsIn(timeZone);
    for await (const rows of this.requests.all(scope, filter)) {
      const labelOf = await this.labels.of(scope, rows, ({ actor }) => actor);
      const people = rows.flatMap(({ path }) => path.match(IDS) ?? []);
      await this.disclosures.record(scope, 'download', people);
      for (const row of rows) {
        const { at, method, path, status, code, ms, actor, address, run, requestId, counts } = row;
        const by = labelOf(actor);
        const outcomes = OUTCOMES.map((outcome) => counts?.[outcome] ?? null);
        yield [text(at), method, path, status, code, ...outcomes, by, actor, address, run, ms, requestId];
      }
    }
  }

  /** @throws {LoggedRequestNotFound} when the tenant has no such request */
  async get(scope: Scope, id: string): Promise<Success<RequestDto>> {
    const request = await this.requests.find(scope, id);
    return success(presentRequest(request, await this.labels.one(scope, request.actor)));
  }
}
