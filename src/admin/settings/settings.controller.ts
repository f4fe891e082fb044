import { Body, Controller, Get, Headers, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { success, type Success, type Warning } from '../../http/answers.js';
import { requireUnchanged, tagged } from '../../http/entity-tags.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { ChangeSettingsDto, SettingsDto } from '../../settings/settings.dto.js';
import { settingsOf } from '../../settings/stored-settings.js';
import type { Tenant } from '../../tenancy/tenants/tenant.entity.js';
import { SettingChangeDto } from './setting-change.dto.js';
import { SettingsEffectDto } from './settings-effect.dto.js';
import { SettingsViewService } from './settings-view.service.js';
import { presentSettingsMeta, SettingsMetaDto } from './settings-meta.dto.js';
import { SettingsService, type SettingsState } from '../../progress/settings/settings.service.js';

function presentSettings({ name: tenantName, emailDomain, settings }: Tenant): SettingsDto {
  return { tenantName, ...settingsOf(emailDomain, settings) };
}

function present(
  { tenant, rebuild, openHolds }: SettingsState,
  warnings: readonly Warning[] = [],
): Success<SettingsDto> {
  return success(presentSettings(tenant), { meta: presentSettingsMeta(rebuild, openHolds), warnings });
}

@Controller('api/v1/admin/settings')
@RequireAdministrator()
export class SettingsController {
  constructor(
    private readonly settings: SettingsService,
    private readonly view: SettingsViewService,
  ) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: "Show the tenant's settings",
    description:
      'Every setting with the value that applies, defaults included. meta.openHolds counts the users whose ' +
      'de-provisioning is held, also when there is no limit any more. ' +
      'meta.rebuild is about the last change after which progress records were recalculated, null when there was none.',
    versioned: 'read',
    answers: { 200: { dto: SettingsDto, meta: SettingsMetaDto } },
  })
  async show(
    @CurrentScope() scope: Scope,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<SettingsDto>> {
    return tagged(response, present(await this.settings.show(scope)));
  }

  @Get('changes')
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'List who changed each setting last',
    description:
      'One row for each setting that was changed, of the last 500 entries of the audit log about the university: ' +
      'who, when, and from which value to which.',
    answers: { 200: { dto: SettingChangeDto, isList: true } },
  })
  changes(@CurrentScope() scope: Scope): Promise<Success<SettingChangeDto[]>> {
    return this.view.changes(scope);
  }

  @Post('preview')
  @ApiAdministration({
    summary: 'Preview a change of settings',
    description:
      'What the same body would do as a change, as far as it can be counted; nothing is changed. Counts students ' +
      'whose pacing would differ, the latest runs beyond the de-provisioning limits, and what retention would ' +
      'remove, and names administrators without a demanded second factor. No step of counting begins after 1.5 ' +
      'seconds: it says where there was no time for all of it.',
    answers: { 200: { dto: SettingsEffectDto } },
  })
  preview(
    @CurrentScope() scope: Scope,
    @Body() input: ChangeSettingsDto,
  ): Promise<Success<SettingsEffectDto>> {
    return this.view.preview(scope, input);
  }

  @Patch()
  @ApiAdministration({
    summary: "Change the tenant's settings",
    description:
      'What is omitted stays, null goes back to the default. A change of pacing, requiredCommitteeRoles or timeZone ' +
      'recalculates progress records. The answer does not wait for that; meta.rebuild is null when it is not needed. ' +
      'A change of the de-provisioning limits releases no hold: meta.openHolds counts the held users, and the ' +
      'warning HOLDS_OPEN reports them. Who sets demandSecondFactor has a second factor, or no password.',
    versioned: 'write',
    answers: { 200: { dto: SettingsDto, meta: SettingsMetaDto } },
  })
  async change(
    @CurrentScope() scope: Scope,
    @Body() input: ChangeSettingsDto,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<SettingsDto>> {
    const changed = await this.view.change(scope, input, (known) => {
      requireUnchanged(ifMatch, presentSettings(known));
    });
    return tagged(response, present(changed, changed.warnings));
  }
}
