import { Controller, Get } from '@nestjs/common';

import { RequireAdministrator } from '../../auth/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ADMINISTRATION, ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { ConnectorDto } from '../../sync/connectors/connectors.dto.js';
import { ConnectorsService } from '../../sync/connectors/connectors.service.js';
import { CurrentScope } from '../../tenancy/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';

@Controller('api/v1/admin/connectors')
@RequireAdministrator()
export class AdminConnectorsController {
  constructor(private readonly connectors: ConnectorsService) {}

  @Get()
  @ApiOperationWith({
    summary: 'Who takes items of the queue, for administrators',
    description: 'As GET /api/v1/integration/sync/connectors.',
    tag: ADMINISTRATION,
    answers: { 200: { dto: ConnectorDto, isList: true } },
    refusals: [],
  })
  list(@CurrentScope() scope: Scope): Promise<Success<ConnectorDto[]>> {
    return this.connectors.list(scope);
  }
}
