import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { LegalHoldNotFound } from '../../errors/privacy.errors.js';
import { success, type Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { LegalHoldDto, LegalHoldStateDto, presentLegalHold, SetLegalHoldDto } from './legal-hold.dto.js';
import { LegalHolds } from './legal-holds.service.js';

/** Legal holds on people. */
@Controller('api/v1/admin/users')
@RequireAdministrator()
export class LegalHoldController {
  constructor(private readonly holds: LegalHolds) {}

  @Get(':id/legal-hold')
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'Say whether there is a legal hold on a user',
    description: 'Why, since when, and who set it; and whether the university has one for all.',
    answers: { 200: { dto: LegalHoldStateDto } },
    refusals: ['USER_NOT_FOUND'],
  })
  async show(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<Success<LegalHoldStateDto>> {
    const found = await this.holds.find(scope, id);
    const { legalHold: ofTenant } = scope.tenant;
    const isHeld = ofTenant || found !== undefined;
    const legalHold = found === undefined ? null : presentLegalHold(found);
    return success({ isHeld, ofTenant, legalHold });
  }

  @Put(':id/legal-hold')
  @ApiAdministration({
    summary: 'Set a legal hold on a user',
    description:
      'No erasure and no retention deletes what is stored about the user until it is removed. Again: another reason.',
    answers: { 200: { dto: LegalHoldDto } },
    refusals: ['USER_NOT_FOUND'],
  })
  async set(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body() { reason }: SetLegalHoldDto,
  ): Promise<Success<LegalHoldDto>> {
    return success(presentLegalHold(await this.holds.set(scope, id, reason)));
  }

  @Delete(':id/legal-hold')
  @ApiAdministration({
    summary: 'Remove the legal hold on a user',
    description:
      'Erasure and retention are possible again. That it was set and removed stays in the audit log.',
    answers: { 200: { properties: { message: { type: 'string', example: 'LEGAL HOLD REMOVED' } } } },
    refusals: ['USER_NOT_FOUND', new LegalHoldNotFound()],
  })
  async remove(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
  ): Promise<{ success: true; message: string }> {
    await this.holds.remove(scope, id);
    return { success: true, message: 'LEGAL HOLD REMOVED' };
  }
}
