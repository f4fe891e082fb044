import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { AdministrationRoles } from '../../auth/administrators/administration-roles.service.js';
import { InviteDto } from '../../auth/dto/auth.dto.js';
import { IssuedInvitationDto, presentIssued } from '../../auth/administrators/issued-invitation.dto.js';
import { InvitationsService } from '../../auth/administrators/invitations.service.js';
import { AdministratorNotFound, NoOpenInvitation, OwnRole } from '../../errors/account.errors.js';
import { InviteeInactive, InviteeUnknown } from '../../errors/auth.errors.js';
import { success, type Success } from '../../http/answers.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  AdministratorDto,
  AdministratorPathDto,
  AdministratorsQueryDto,
  ChangeRoleDto,
  InvitationsQueryDto,
  PendingInvitationDto,
} from './administrators.dto.js';
import { AdministratorsService } from './administrators.service.js';

@Controller('api/v1/admin')
@RequireAdministrator()
export class AdministratorsController {
  constructor(
    private readonly administrators: AdministratorsService,
    private readonly invitations: InvitationsService,
    private readonly roles: AdministrationRoles,
  ) {}

  @Get('administrators')
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'List administrators',
    description: 'The users with a role of the administration, inactive ones included.',
    answers: { 200: { dto: AdministratorDto, isList: true } },
  })
  list(
    @CurrentScope() scope: Scope,
    @Query() query: AdministratorsQueryDto,
  ): Promise<Success<AdministratorDto[]>> {
    return this.administrators.list(scope, query);
  }

  @Get('invitations')
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'List pending invitations',
    description: 'Invitations whose link can still be used, with who sent them and when they expire.',
    answers: { 200: { dto: PendingInvitationDto, isList: true } },
  })
  pending(
    @CurrentScope() scope: Scope,
    @Query() query: InvitationsQueryDto,
  ): Promise<Success<PendingInvitationDto[]>> {
    return this.administrators.pending(scope, query);
  }

  @Post('invitations')
  @ApiAdministration({
    summary: 'Invite an administrator',
    description:
      'Gives a role, and creates the user when there is none and both names are given. ' +
      'The link sets a password, once, within 72 hours; an earlier link stops working.',
    answers: { 201: { dto: IssuedInvitationDto } },
    refusals: [new InviteeUnknown(), new InviteeInactive(), new OwnRole(), 'IDENTITY_CONFLICT'],
  })
  async invite(
    @CurrentScope() scope: Scope,
    @Body() input: InviteDto,
  ): Promise<Success<IssuedInvitationDto>> {
    return success(presentIssued(await this.invitations.invite(scope, input)));
  }

  @Post('invitations/:userId/again')
  @ApiAdministration({
    summary: 'Make the link of an invitation anew',
    description: 'For 72 hours from now; the earlier link stops working.',
    answers: { 201: { dto: IssuedInvitationDto } },
    refusals: [new NoOpenInvitation(), new InviteeInactive()],
  })
  async inviteAgain(
    @CurrentScope() scope: Scope,
    @Param() { userId }: AdministratorPathDto,
  ): Promise<Success<IssuedInvitationDto>> {
    return success(presentIssued(await this.invitations.sendAgain(scope, userId)));
  }

  @Delete('invitations/:userId')
  @ApiAdministration({
    summary: 'Withdraw an invitation',
    description: 'The link stops working. The person keeps the role, which another call removes.',
    answers: { 200: {} },
    refusals: [new NoOpenInvitation()],
  })
  async withdraw(
    @CurrentScope() scope: Scope,
    @Param() { userId }: AdministratorPathDto,
  ): Promise<Success<null>> {
    await this.invitations.withdraw(scope, userId);
    return success(null);
  }

  @Put('administrators/:userId/role')
  @ApiAdministration({
    summary: 'Change the role of an administrator',
    description:
      'It takes effect with the next request of the person. Administrators cannot change their own role.',
    answers: { 200: {} },
    refusals: [new AdministratorNotFound(), new OwnRole()],
  })
  async changeRole(
    @CurrentScope() scope: Scope,
    @Param() { userId }: AdministratorPathDto,
    @Body() { role }: ChangeRoleDto,
  ): Promise<Success<null>> {
    await this.roles.change(scope, userId, role);
    return success(null);
  }

  @Delete('administrators/:userId/role')
  @ApiAdministration({
    summary: 'Remove the role of an administrator',
    description:
      'And nothing else of the person, who has the role of their account type again. ' +
      'Sessions and an open invitation end. Administrators cannot remove their own role.',
    answers: { 200: {} },
    refusals: [new AdministratorNotFound(), new OwnRole()],
  })
  async removeRole(
    @CurrentScope() scope: Scope,
    @Param() { userId }: AdministratorPathDto,
  ): Promise<Success<null>> {
    await this.roles.remove(scope, userId);
    return success(null);
  }

  @Delete('administrators/:userId/second-factor')
  @ApiAdministration({
    summary: 'Remove the second factors of an administrator',
    description:
      'The authenticator app and all passkeys, for a user who has lost them. Make sure who is asking.',
    answers: { 200: {} },
    refusals: [new AdministratorNotFound(), new OwnRole()],
  })
  async removeSecondFactor(
    @CurrentScope() scope: Scope,
    @Param() { userId }: AdministratorPathDto,
  ): Promise<Success<null>> {
    await this.administrators.removeSecondFactor(scope, userId);
    return success(null);
  }
}
