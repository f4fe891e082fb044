import { Controller, Get, Param, Query } from '@nestjs/common';

import { RequireAdministrator } from '../../auth/auth.decorators.js';
import { LoggedRequestNotFound } from '../../errors/request-log.errors.js';
import type { Success } from '../../http/answers.js';
import { ADMINISTRATION, ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope } from '../../tenancy/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { RequestDto, RequestRowDto, RequestsQueryDto } from './requests.dto.js';
import { AdminRequestsService } from './requests.service.js';

@Controller('api/v1/admin/requests')
@RequireAdministrator()
export class AdminRequestsController {
  constructor(private readonly requests: AdminRequestsService) {}

  @Get()
  @ApiOperationWith({
    summary: 'List the request log',
    description:
      'Calls of API keys and changes by administrators, latest first, for 90 days. When meta.totalIsCapped is true, ' +
      'there are more than were counted or read; from and to reach them.',
    tag: ADMINISTRATION,
    answers: { 200: { dto: RequestRowDto, isList: true } },
    refusals: ['VALIDATION_FAILED'],
  })
  list(@CurrentScope() scope: Scope, @Query() query: RequestsQueryDto): Promise<Success<RequestRowDto[]>> {
    return this.requests.list(scope, query);
  }

  @Get(':id')
  @ApiOperationWith({
    summary: 'Read a request of the log',
    description: 'As the list shows it; for a failure also the refused fields and the masked body.',
    tag: ADMINISTRATION,
    answers: { 200: { dto: RequestDto } },
    refusals: [new LoggedRequestNotFound()],
  })
  get(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<Success<RequestDto>> {
    return this.requests.get(scope, id);
  }
}
