import { Controller, Get, Header, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { AlertTokenRefused } from '../errors/alerts.errors.js';
import type { Refusal } from '../errors/refusal.js';
import { Public } from '../http/access.js';
import { QueryValue } from '../http/fields/query-fields.js';
import { MONITORING_SCHEME } from '../http/openapi/openapi.decorators.js';
import { exampleOf } from '../http/openapi/openapi-failures.js';
import { AlertPageDto } from './alerts.dto.js';
import { AlertPageService } from './alert-page.service.js';
import { KIND_NAMES } from './kinds/kinds.js';

const BEARER = /^Bearer +(\S+)$/i;

function answerOf(refusal: Refusal): object {
  return { content: { 'application/json': { schema: { type: 'object' }, example: exampleOf(refusal) } } };
}

class AlertPageQueryDto {
  @QueryValue(
    'isText',
    {
      type: String,
      maxLength: 64,
      description: 'For monitoring that cannot send the header Authorization: Bearer …',
    },
    (value) => (value.length <= 64 ? { value } : { problem: 'must have at most 64 characters' }),
  )
  token?: string;

  @QueryValue('isIn', { enum: [...KIND_NAMES], description: 'default: all' }, (value) =>
    KIND_NAMES.includes(value) ? { value } : { problem: `must be one of ${KIND_NAMES.join(', ')}` },
  )
  kind?: string;

  @QueryValue(
    'isIn',
    { enum: ['200'], description: '200: answers 200 in any case, for monitoring that reads `status`' },
    (value) => (value === '200' ? { value } : { problem: 'must be 200' }),
  )
  code?: string;
}

@Controller('health/alerts')
@Public()
@ApiTags('Operations')
export class AlertPageController {
  constructor(private readonly page: AlertPageService) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  // The token in the header, which is applied first, or none there when it is in the query.
  @ApiSecurity({})
  @ApiSecurity(MONITORING_SCHEME)
  @ApiOperation({
    summary: 'The open alerts of a tenant, for monitoring',
    description:
      'The token is made by an administrator, and reads the alerts of one tenant and nothing else: ' +
      'Authorization: Bearer …, or ?token=…. 503 when something is open that is not snoozed, or was not checked for ' +
      'ten minutes.',
  })
  @ApiResponse({ status: 200, description: 'Nothing is open', type: AlertPageDto })
  @ApiResponse({
    status: 503,
    description: 'Something is open, or not everything is checked',
    type: AlertPageDto,
  })
  @ApiResponse({
    status: 401,
    description: 'The token reads no alerts',
    ...answerOf(new AlertTokenRefused()),
  })
  async read(
    @Req() request: Request,
    @Query() { token, kind, code }: AlertPageQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AlertPageDto> {
    const shown = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? token ?? '';
    const page = await this.page.read({ token: shown, kind, address: request.clientAddress });
    response.status(page.status === 'ok' || code === '200' ? 200 : 503);
    return page;
  }
}
