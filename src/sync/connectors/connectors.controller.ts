import { Controller, Get } from '@nestjs/common';

import type { Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { ConnectorDto } from './connectors.dto.js';
import { ConnectorsService } from './connectors.service.js';

@Controller('api/v1/integration/sync/connectors')
@RequireScope('sync')
export class ConnectorsController {
  constructor(private readonly connectors: ConnectorsService) {}

  @Get()
  @ApiOperationWith({
    summary: 'Who takes items of the queue',
    description:
      'A row for each credential and target system. A target of the settings, or a system for which something ' +
      'waits, of which no credential ever took an item has one row with nulls.',
    tag: 'Sync queue',
    answers: { 200: { dto: ConnectorDto, isList: true } },
    refusals: [],
  })
  list(@CurrentScope() scope: Scope): Promise<Success<ConnectorDto[]>> {
    return this.connectors.list(scope);
  }
}
