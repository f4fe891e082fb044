import { ApiProperty, OmitType } from '@nestjs/swagger';

import {
  QueryForm,
  QueryMoment,
  QueryOneOf,
  QueryText,
  QueryTimeZone,
  QueryValue,
} from '../../http/fields/query-fields.js';
import { ApiAnyJson } from '../../http/openapi/openapi.decorators.js';
import type { RowCounts } from '../../http/server/finished-request.js';
import type { LoggedRequest } from '../../request-log/request-log.entity.js';
import type { StatusRange } from '../../request-log/request-selection.js';
import type { RequestSummary } from '../../request-log/requests.repository.js';
import { REQUEST_ID } from '../../request-log/requests.service.js';
import { RUN_NAME, RUN_NAME_RULE } from '../../tenancy/sync-run.js';
import { ListSortedBy } from '../../http/lists/list-query.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ROUTE = /^[\x21-\x7e]{1,128}$/;
const STATUS = /^([1-5])(xx|\d\d)$/;

function statusOf(text: string): StatusRange | undefined {
  const [, first, rest] = STATUS.exec(text) ?? [];
  if (first === undefined) return undefined;
  return rest === 'xx' ? { class: Number(first) } : { class: Number(first), exact: Number(text) };
}

export class RequestsQueryDto extends ListSortedBy('at') {
  @QueryOneOf(METHODS)
  method?: string;

  @QueryValue('isStatus', { type: String, example: '4xx' }, (text) => {
    const value = statusOf(text);
    return value === undefined
      ? { problem: 'must be a status such as 409, or a kind such as 4xx' }
      : { value };
  })
  status?: StatusRange;

  @QueryText(128, 'key:<apiKey> or admin:<user id>')
  actor?: string;

  @QueryForm(ROUTE, '/api/v1/integration/users/:id', 'must be the pattern of a route')
  route?: string;

  @QueryForm(REQUEST_ID, 'nightly-2026-11-20.1', 'must be 1 to 128 of A-Z a-z 0-9 . _ -')
  requestId?: string;

  @QueryForm(RUN_NAME, 'nightly-2026-11-20', `must be ${RUN_NAME_RULE}`)
  run?: string;

  @QueryMoment('At or after this moment')
  from?: Date;

  @QueryMoment('Before this moment')
  to?: Date;
}

/** The filters of the list. */
export class RequestsExportQueryDto extends OmitType(RequestsQueryDto, ['page', 'perPage', 'sort', 'order']) {
  @QueryTimeZone('In which times are written; default UTC')
  timeZone?: string;
}

export class RowCountsDto implements RowCounts {
  @ApiProperty({ example: 12 })
  inserted!: number;

  @ApiProperty({ example: 3 })
  updated!: number;

  @ApiProperty({ example: 9985 })
  unchanged!: number;

  @ApiProperty({ example: 0 })
  failed!: number;
}

export class RequestRowDto {
  @ApiProperty({ example: '4711' })
  id!: string;

  @ApiProperty({ format: 'date-time', description: 'When it arrived' })
  at!: string;

  @ApiProperty({ example: 'POST' })
  method!: string;

  @ApiProperty({
    example: '/api/v1/integration/users/bulk?dryRun',
    description: 'Without the values of query parameters',
  })
  path!: string;

  @ApiProperty({ example: '/api/v1/integration/users/bulk' })
  route!: string;

  @ApiProperty({ example: 200 })
  status!: number;

  @ApiProperty({ example: 412 })
  ms!: number;

  @ApiProperty({ example: 'key:ik_0000000000000000000000000a' })
  actor!: string;

  @ApiProperty({ example: 'SIS nightly' })
  actorLabel!: string;

  @ApiProperty({ example: '192.0.2.44' })
  address!: string;

  @ApiProperty({ example: 'nightly-2026-11-20.1' })
  requestId!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The run that it named' })
  run!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Of a refusal; INCOMPLETE when the answer was cut short, WRONG_SECRET for a wrong secret of the key',
  })
  code!: string | null;

  @ApiProperty({ type: RowCountsDto, nullable: true, description: 'When people were posted' })
  counts!: RowCountsDto | null;
}

export class RequestDto extends RequestRowDto {
  @ApiAnyJson('Of a failure: names and shapes as sent, and ••• with its length for every text', null)
  body!: unknown;

  @ApiProperty({
    nullable: true,
    type: 'object',
    additionalProperties: true,
    description: 'Of a failure: code, message or failing fields; of a bulk call its first failing lines',
  })
  answer!: object | null;
}

export function presentRow(request: RequestSummary, actorLabel: string): RequestRowDto {
  const { id, at, method, path, route, status, ms, actor, address, requestId, run, code, counts } = request;
  return {
    id: String(id),
    at: at.toISOString(),
    method,
    path,
    route,
    status,
    ms,
    actor,
    actorLabel,
    address,
    requestId,
    run,
    code,
    counts,
  };
}

export function presentRequest(request: LoggedRequest, actorLabel: string): RequestDto {
  const { body, answer } = request;
  return { ...presentRow(request, actorLabel), body: body?.masked ?? null, answer };
}
