import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { UnknownTargetSystem } from '../../errors/sync.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { ConnectorDto } from '../../sync/connectors/connectors.dto.js';
import { ConnectorsService } from '../../sync/connectors/connectors.service.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  ErrorGroupDto,
  LeaseRowDto,
  PauseSystemDto,
  SilenceBodyDto,
  SystemBodyDto,
  SystemQueryDto,
  TargetSystemDto,
} from './connectors.dto.js';
import { AdminConnectorsService } from './connectors.service.js';

@Controller('api/v1/admin/connectors')
@RequireAdministrator()
export class AdminConnectorsController {
  constructor(
    private readonly connectors: ConnectorsService,
    private readonly systems: AdminConnectorsService,
  ) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Who takes items of the queue, for administrators',
    description: 'As GET /api/v1/integration/sync/connectors.',
    answers: { 200: { dto: ConnectorDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope): Promise<Success<ConnectorDto[]>> {
    return this.connectors.list(scope);
  }

  @Get('systems')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Target systems: who takes their items, and how these fare',
    description: 'Those of the settings, and those with items on their way, failed items, claims or a pause.',
    answers: { 200: { dto: TargetSystemDto, isList: true } },
  })
  targetSystems(@CurrentScope() scope: Scope): Promise<Success<TargetSystemDto[]>> {
    return this.systems.list(scope);
  }

  @Get('leases')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Leases of a target system that are out',
    description: 'Those that end first first. Without targetSystem: those of items without one.',
    answers: { 200: { dto: LeaseRowDto, isList: true } },
  })
  leases(@CurrentScope() scope: Scope, @Query() query: SystemQueryDto): Promise<Success<LeaseRowDto[]>> {
    return this.systems.leases(scope, query);
  }

  @Get('errors')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Failed deliveries, grouped by message',
    description:
      'Those with most items first. Ids, numbers, addresses and quoted values of a message are masked. Without ' +
      'targetSystem: of all.',
    answers: { 200: { dto: ErrorGroupDto, isList: true } },
  })
  errors(@CurrentScope() scope: Scope, @Query() query: SystemQueryDto): Promise<Success<ErrorGroupDto[]>> {
    return this.systems.errors(scope, query);
  }

  @Post('pause')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Pause a target system',
    description:
      'Claims that begin from now on are handed nothing of it, and say so in meta.paused. Leases that are out stay, ' +
      'and connectors report them as always. Audited; a pause of what is paused changes nothing.',
    answers: { 200: { dto: TargetSystemDto } },
    refusals: [new UnknownTargetSystem()],
  })
  pause(@CurrentScope() scope: Scope, @Body() body: PauseSystemDto): Promise<Success<TargetSystemDto>> {
    return this.systems.pause(scope, body);
  }

  @Post('resume')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Resume a target system',
    description: 'Its items are handed out again, also to claims that wait. Audited.',
    answers: { 200: { dto: TargetSystemDto } },
  })
  resume(@CurrentScope() scope: Scope, @Body() body: SystemBodyDto): Promise<Success<TargetSystemDto>> {
    return this.systems.resume(scope, body);
  }

  @Put('silence')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Say after how long a target system is silent',
    description:
      'Without a contact for so long, while something waits. Without minutes: as learned. Audited.',
    answers: { 200: { dto: TargetSystemDto } },
    refusals: [new UnknownTargetSystem()],
  })
  limitSilence(
    @CurrentScope() scope: Scope,
    @Body() body: SilenceBodyDto,
  ): Promise<Success<TargetSystemDto>> {
    return this.systems.limitSilence(scope, body);
  }
}
