import { Body, Controller, Delete, Get, Headers, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import {
  AlertSettingsDto,
  AlertSettingsMetaDto,
  AlertTokenDto,
  PutAlertSettingsDto,
  TestAlertsDto,
} from '../../alerts/alerts.dto.js';
import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { AlertEnded, AlertNotFound, NoMailFromSandbox, NoMailServer } from '../../errors/alerts.errors.js';
import type { Success } from '../../http/answers.js';
import { tagged } from '../../http/entity-tags.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  AlertDto,
  AlertListMetaDto,
  AlertListQueryDto,
  AlertPathDto,
  AlertTestDto,
  SnoozeAlertDto,
} from './alerts.dto.js';
import { AdminAlertsService } from './alerts.service.js';

@Controller('api/v1/admin/alerts')
@RequireAdministrator()
export class AdminAlertsController {
  constructor(private readonly alerts: AdminAlertsService) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List alerts',
    description:
      'Incidents that are open or have ended, the latest first, each with its messages. Every tenant is checked each ' +
      'minute; meta.checkedAt is when every kind could be.',
    answers: { 200: { dto: AlertDto, isList: true, meta: AlertListMetaDto } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: AlertListQueryDto): Promise<Success<AlertDto[]>> {
    return this.alerts.list(scope, query);
  }

  @Get('settings')
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'Show who is alerted, about what and when',
    description: 'Every kind of alert with the values that apply, and the quiet hours.',
    versioned: 'read',
    answers: { 200: { dto: AlertSettingsDto, meta: AlertSettingsMetaDto } },
  })
  async settings(
    @CurrentScope() scope: Scope,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<AlertSettingsDto>> {
    return tagged(response, await this.alerts.showSettings(scope));
  }

  @Put('settings')
  @ApiAdministration({
    summary: 'Set who is alerted, about what and when',
    description:
      'Replaces all of it: what is omitted has its standard value afterwards. Holds for incidents that open from now ' +
      'on; incidents of a kind that is switched off end.',
    versioned: 'write',
    answers: { 200: { dto: AlertSettingsDto, meta: AlertSettingsMetaDto } },
  })
  async putSettings(
    @CurrentScope() scope: Scope,
    @Body() input: PutAlertSettingsDto,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<AlertSettingsDto>> {
    return tagged(response, await this.alerts.putSettings(scope, input, ifMatch));
  }

  @Post('test')
  @ApiAdministration({
    summary: 'Send a test to recipients of alerts',
    description:
      'To these addresses, which need not be saved, at once and without quiet hours. Answers what the mail server ' +
      'said of each within 20 seconds. At most six a minute for a tenant, and 100 addresses an hour: those beyond ' +
      'are answered as not tried, or with 429 where none is left. Audited.',
    answers: { 200: { dto: AlertTestDto, isList: true } },
    refusals: ['VALIDATION_FAILED', 'RATE_LIMITED', new NoMailServer(), new NoMailFromSandbox()],
  })
  test(@CurrentScope() scope: Scope, @Body() body: TestAlertsDto): Promise<Success<AlertTestDto[]>> {
    return this.alerts.test(scope, body);
  }

  @Post('token')
  @ApiAdministration({
    summary: 'Make the token for monitoring',
    description: 'It opens GET /health/alerts for the own tenant. It is shown once, and the one before ends.',
    answers: { 201: { dto: AlertTokenDto } },
  })
  makeToken(@CurrentScope() scope: Scope): Promise<Success<AlertTokenDto>> {
    return this.alerts.makeToken(scope);
  }

  @Post(':id/snooze')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'Snooze an alert',
    description:
      'Until then it is not counted in GET /attention nor by monitoring, and no message about its opening is sent. ' +
      'Ends by itself, also when the alert does; an alert that opens again is a new one. A snooze that it has is ' +
      'replaced. Audited.',
    answers: { 200: { dto: AlertDto } },
    refusals: ['VALIDATION_FAILED', new AlertNotFound(), new AlertEnded()],
  })
  snooze(
    @CurrentScope() scope: Scope,
    @Param() { id }: AlertPathDto,
    @Body() body: SnoozeAlertDto,
  ): Promise<Success<AlertDto>> {
    return this.alerts.snooze(scope, id, body);
  }

  @Post(':id/wake')
  @AlsoFor('operator')
  @ApiAdministration({
    summary: 'End the snooze of an alert',
    description:
      'Messages that waited for its end are sent. Audited; of an alert without a snooze nothing changes.',
    answers: { 200: { dto: AlertDto } },
    refusals: ['VALIDATION_FAILED', new AlertNotFound()],
  })
  wake(@CurrentScope() scope: Scope, @Param() { id }: AlertPathDto): Promise<Success<AlertDto>> {
    return this.alerts.wake(scope, id);
  }

  @Delete('token')
  @ApiAdministration({
    summary: 'End the token for monitoring',
    description: 'GET /health/alerts refuses it from now on. Without a token nothing happens.',
    answers: { 200: { dto: AlertSettingsDto, meta: AlertSettingsMetaDto } },
  })
  removeToken(@CurrentScope() scope: Scope): Promise<Success<AlertSettingsDto>> {
    return this.alerts.removeToken(scope);
  }
}
