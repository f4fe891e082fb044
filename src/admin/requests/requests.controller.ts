import { Controller, Get, Param, Query, Res } from '@nestjs/common';

import type { Response } from 'express';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { LoggedRequestNotFound } from '../../errors/request-log.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration, ApiAdministrationStream } from '../../http/openapi/administration.decorators.js';
import { sendText } from '../../http/server/send-stream.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import { type Scope, whileAdmitted } from '../../tenancy/scope.js';
import { RequestDto, RequestRowDto, RequestsExportQueryDto, RequestsQueryDto } from './requests.dto.js';
import { AdminRequestsService } from './requests.service.js';

@Controller('api/v1/admin/requests')
@RequireAdministrator()
export class AdminRequestsController {
  constructor(private readonly requests: AdminRequestsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the request log',
    description:
      'Calls of API keys and changes by administrators, latest first, for 90 days. When meta.totalIsCapped is true, ' +
      'there are more than were counted or read; from and to reach them.',
    answers: { 200: { dto: RequestRowDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: RequestsQueryDto): Promise<Success<RequestRowDto[]>> {
    return this.requests.list(scope, query);
  }

  @Get('export.csv')
  @AlsoFor('operator', 'auditor')
  @ApiAdministrationStream({
    summary: 'Download the request log',
    description: 'Every request that the filters leave, as CSV for a spreadsheet, the latest first.',
    media: 'text/csv',
    content: 'A header, then a line per request',
    example:
      'Time (UTC),Method,Path,Status\r\n2026-11-20 02:00:12,POST,/api/v1/integration/users/bulk,200\r\n',
  })
  export(
    @CurrentScope() scope: Scope,
    @Query() query: RequestsExportQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    return sendText(
      response,
      'text/csv; charset=utf-8',
      whileAdmitted(scope, this.requests.export(scope, query)),
    );
  }

  @Get(':id')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Read a request of the log',
    description: 'As the list shows it; for a failure also the refused fields and the masked body.',
    answers: { 200: { dto: RequestDto } },
    refusals: [new LoggedRequestNotFound()],
  })
  get(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<Success<RequestDto>> {
    return this.requests.get(scope, id);
  }
}
