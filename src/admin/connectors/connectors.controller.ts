import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/auth.decorators.js';
import { UnknownTargetSystem } from '../../errors/sync.errors.js';
import type { Success } from '../../http/answers.js';
import { ADMINISTRATION, ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { ConnectorDto } from '../../sync/connectors/connectors.dto.js';
import { ConnectorsService } from '../../sync/connectors/connectors.service.js';
import { CurrentScope } from '../../tenancy/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  ErrorGroupDto,
  LeaseRowDto,
  PauseSystemDto,
  SystemBodyDto,
  SystemQueryDto,
  TargetSystemDto,
} from './connectors.dto.js';
import { AdminConnectorsService } from './connectors.service.js';

const BODY = ['VALIDATION_FAILED', 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;

@Controller('api/v1/admin/connectors')
@RequireAdministrator()
export class AdminConnectorsController {
  constructor(
    private readonly connectors: ConnectorsService,
    private readonly systems: AdminConnectorsService,
  ) {}

  @Get()
  @AlsoFor('operator', 'auditor')
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

  @Get('systems')
  @AlsoFor('operator', 'auditor')
  @ApiOperationWith({
    summary: 'Target systems: who takes their items, and how these fare',
    description: 'Those of the settings, and those with items on their way, failed items, claims or a pause.',
    tag: ADMINISTRATION,
    answers: { 200: { dto: TargetSystemDto, isList: true } },
    refusals: [],
  })
  targetSystems(@CurrentScope() scope: Scope): Promise<Success<TargetSystemDto[]>> {
    return this.systems.list(scope);
  }

  @Get('leases')
  @AlsoFor('operator', 'auditor')
  @ApiOperationWith({
    summary: 'Leases of a target system that are out',
    description: 'Those that end first first. Without targetSystem: those of items without one.',
    tag: ADMINISTRATION,
    answers: { 200: { dto: LeaseRowDto, isList: true } },
    refusals: ['VALIDATION_FAILED'],
  })
  leases(@CurrentScope() scope: Scope, @Query() query: SystemQueryDto): Promise<Success<LeaseRowDto[]>> {
    return this.systems.leases(scope, query);
  }

  @Get('errors')
  @AlsoFor('operator', 'auditor')
  @ApiOperationWith({
    summary: 'Failed deliveries, grouped by message',
    description:
      'Those with most items first. Ids, numbers, addresses and quoted values of a message are masked. Without ' +
      'targetSystem: of all.',
    tag: ADMINISTRATION,
    answers: { 200: { dto: ErrorGroupDto, isList: true } },
    refusals: ['VALIDATION_FAILED'],
  })
  errors(@CurrentScope() scope: Scope, @Query() query: SystemQueryDto): Promise<Success<ErrorGroupDto[]>> {
    return this.systems.errors(scope, query);
  }

  @Post('pause')
  @HttpCode(200)
  @AlsoFor('operator')
  @ApiOperationWith({
    summary: 'Pause a target system',
    description:
      'Claims that begin from now on are handed nothing of it, and say so in meta.paused. Leases that are out stay, ' +
      'and connectors report them as always. Audited; a pause of what is paused changes nothing.',
    tag: ADMINISTRATION,
    answers: { 200: { dto: TargetSystemDto } },
    refusals: [...BODY, new UnknownTargetSystem()],
  })
  pause(@CurrentScope() scope: Scope, @Body() body: PauseSystemDto): Promise<Success<TargetSystemDto>> {
    return this.systems.pause(scope, body);
  }

  @Post('resume')
  @HttpCode(200)
  @AlsoFor('operator')
  @ApiOperationWith({
    summary: 'Resume a target system',
    description: 'Its items are handed out again, also to claims that wait. Audited.',
    tag: ADMINISTRATION,
    answers: { 200: { dto: TargetSystemDto } },
    refusals: [...BODY],
  })
  resume(@CurrentScope() scope: Scope, @Body() body: SystemBodyDto): Promise<Success<TargetSystemDto>> {
    return this.systems.resume(scope, body);
  }
}
