import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { Response } from 'express';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import {
  ErasedIdStays,
  ErasureNotFound,
  ErasureUnderWay,
  TombstoneNotFound,
} from '../../errors/privacy.errors.js';
import { OwnAccount } from '../../errors/users.errors.js';
import { success, type Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { EraseDto, ErasureDto, ErasurePlanDto, presentErasure, ReleasedKeyDto } from './erasure.dto.js';
import { ErasureService } from './erasure.service.js';
import type { Erasure } from './erasure.entity.js';
import { ErasureSteps } from './erasure-steps.js';

/** Erases people. */
@Controller('api/v1/admin/users')
@RequireAdministrator()
export class ErasureController {
  private readonly stepNames: readonly string[];

  constructor(
    private readonly erasures: ErasureService,
    steps: ErasureSteps,
  ) {
    this.stepNames = steps.names;
  }

  @Post(':id/erase')
  @HttpCode(200)
  @ApiAdministration({
    summary: 'Erase a user, or say what would be erased',
    description:
      'With dryRun: the plan, table by table, with a token; nothing is written. With the token, which stands for the ' +
      'kinds of data in the plan and not for the numbers of rows: the user, sessions and logins are gone, and ' +
      'the rest is erased in the background. The ID stays taken, and posts that name the user by ID, legacyNumber or ' +
      'e-mail address, former ones too, are refused as ERASED.',
    answers: { 200: { dto: ErasurePlanDto }, 202: { dto: ErasureDto } },
    refusals: ['USER_NOT_FOUND', new OwnAccount(), 'LEGAL_HOLD'],
  })
  async erase(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body() { dryRun, token }: EraseDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<ErasurePlanDto | ErasureDto>> {
    if (dryRun === true) return success(await this.erasures.plan(scope, id));
    const erasure = await this.erasures.erase(scope, id, token);
    response.status(202);
    return success(await this.present(erasure));
  }

  @Get(':id/erase')
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'Say how far the erasure of a user is',
    description: 'By the ID, which is all that is kept.',
    answers: { 200: { dto: ErasureDto } },
    refusals: [new ErasureNotFound()],
  })
  async progress(@CurrentScope() scope: Scope, @Param('id') id: string): Promise<Success<ErasureDto>> {
    return success(await this.present(await this.erasures.progress(scope, id)));
  }

  @Post(':id/erase/release')
  @ApiAdministration({
    summary: 'Release an address or number of an erased user',
    description:
      'For another person to whom it belongs, who is refused as ERASED otherwise: one e-mail address or ' +
      'legacyNumber, by the ID of the erased user, once the erasure is finished. The others stay refused, and so ' +
      'does the ID. ' +
      'The audit log says that it was done, without the address or number.',
    answers: { 200: { properties: { message: { type: 'string', example: 'RELEASED' } } } },
    refusals: [new ErasureNotFound(), new TombstoneNotFound(), new ErasureUnderWay(), new ErasedIdStays()],
  })
  async release(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Body() key: ReleasedKeyDto,
  ): Promise<{ success: true; message: string }> {
    await this.erasures.release(scope, id, key);
    return { success: true, message: 'RELEASED' };
  }

  private async present(erasure: Erasure): Promise<ErasureDto> {
    return presentErasure(erasure, this.stepNames, await this.erasures.left(erasure));
  }
}
