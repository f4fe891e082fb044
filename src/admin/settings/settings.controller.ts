import { Body, Controller, Get, Patch } from '@nestjs/common';

import { RequireAdministrator } from '../../auth/auth.decorators.js';
import { success, type Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi.decorators.js';
import { CurrentScope } from '../../tenancy/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { ChangeSettingsDto, presentSettings, SettingsDto } from './settings.dto.js';
import { SettingsService } from './settings.service.js';

const tag = 'Administration';

@Controller('api/v1/admin/settings')
@RequireAdministrator()
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @ApiOperationWith({
    summary: "Show the tenant's settings",
    description:
      'meta.openHolds counts the people whom the guard of de-provisionings holds, whatever it is set to now.',
    tag,
    answers: { 200: { dto: SettingsDto } },
  })
  async show(@CurrentScope() scope: Scope): Promise<Success<SettingsDto>> {
    const { tenant, openHolds } = await this.settings.show(scope);
    return success(presentSettings(tenant), { meta: { openHolds } });
  }

  @Patch()
  @ApiOperationWith({
    summary: "Change the tenant's settings",
    description:
      'What is omitted stays, null goes back to the default. ' +
      'Progress records that follow from a setting are drawn again before the answer; ' +
      'meta.recordsChanged counts those that are different now. ' +
      'A changed guard of de-provisionings releases none of those whom it holds: ' +
      'meta.openHolds counts them, and a warning HOLDS_OPEN tells of them.',
    tag,
    answers: { 200: { dto: SettingsDto } },
    refusals: ['VALIDATION_FAILED', 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  })
  async change(@CurrentScope() scope: Scope, @Body() wish: ChangeSettingsDto): Promise<Success<SettingsDto>> {
    const { tenant, recordsChanged, openHolds, warnings } = await this.settings.change(scope, wish);
    return success(presentSettings(tenant), { meta: { recordsChanged, openHolds }, warnings });
  }
}
