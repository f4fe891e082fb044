import { Body, Controller, Get, Post, Query } from '@nestjs/common';

import { RequireAdministrator } from '../../auth/auth.decorators.js';
import { InviteDto } from '../../auth/dto/auth.dto.js';
import { InvitationsService } from '../../auth/invitations.service.js';
import { InviteeInactive, InviteeUnknown } from '../../errors/auth.errors.js';
import { success, type Success } from '../../http/answers.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope } from '../../tenancy/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  AdministratorDto,
  AdministratorsQueryDto,
  InvitationsQueryDto,
  IssuedInvitationDto,
  PendingInvitationDto,
  presentIssued,
} from './administrators.dto.js';
import { AdministratorsService } from './administrators.service.js';

const TAG = 'Administration';

@Controller('api/v1/admin')
@RequireAdministrator()
export class AdministratorsController {
  constructor(
    private readonly administrators: AdministratorsService,
    private readonly invitations: InvitationsService,
  ) {}

  @Get('administrators')
  @ApiOperationWith({
    summary: 'List administrators',
    description: 'The users with the role application_admin, inactive ones included.',
    tag: TAG,
    answers: { 200: { dto: AdministratorDto, isList: true } },
    refusals: ['VALIDATION_FAILED'],
  })
  list(
    @CurrentScope() scope: Scope,
    @Query() query: AdministratorsQueryDto,
  ): Promise<Success<AdministratorDto[]>> {
    return this.administrators.list(scope, query);
  }

  @Get('invitations')
  @ApiOperationWith({
    summary: 'List pending invitations',
    description: 'Invitations whose link can still be used, with who sent them and when they expire.',
    tag: TAG,
    answers: { 200: { dto: PendingInvitationDto, isList: true } },
    refusals: ['VALIDATION_FAILED'],
  })
  pending(
    @CurrentScope() scope: Scope,
    @Query() query: InvitationsQueryDto,
  ): Promise<Success<PendingInvitationDto[]>> {
    return this.administrators.pending(scope, query);
  }

  @Post('invitations')
  @ApiOperationWith({
    summary: 'Invite an administrator',
    description:
      'Gives the role, and creates the user when there is none and both names are given. ' +
      'The link sets a password, once, within 72 hours; an earlier link stops working.',
    tag: TAG,
    answers: { 201: { dto: IssuedInvitationDto } },
    refusals: [
      'VALIDATION_FAILED',
      'MALFORMED_JSON',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      new InviteeUnknown(),
      new InviteeInactive(),
      'IDENTITY_CONFLICT',
    ],
  })
  async invite(@CurrentScope() scope: Scope, @Body() wish: InviteDto): Promise<Success<IssuedInvitationDto>> {
    return success(presentIssued(await this.invitations.invite(scope, wish)));
  }
}
