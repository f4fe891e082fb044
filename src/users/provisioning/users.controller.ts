import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import type { Request, Response } from 'express';

import type { Success } from '../../http/answers.js';
import { StreamedBody } from '../../http/server/json-body.guard.js';
import { NDJSON } from '../../http/ndjson/bulk-input.js';
import { ApiBulk, ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { BulkUsersService } from './bulk-users.service.js';
import { BulkQueryDto } from '../../http/ndjson/bulk-query.dto.js';
import { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import { SetStatusQueryDto, UserQueryDto } from './user-query.dto.js';
import { SetUserStatusDto } from './set-user-status.dto.js';
import { UserDto, UserSummaryDto, UserWithProvenanceDto } from '../model/dto/user.dto.js';
import { CountedRefusals } from './counted-refusals.filter.js';
import { StatusService } from '../status/status.service.js';
import { UserDetailsService } from '../history/user-details.service.js';
import { UsersService } from './users.service.js';

const PENDING =
  'MATCH PENDING: the ID or number may have been given to another person, and the tenant has such posts wait; ' +
  'nothing is applied until an administrator decides, under meta.conflictId';
const HELD =
  "Beyond the tenant's threshold of de-provisionings, or with ifImpact=hold: the person stays active until an " +
  'administrator decides, under meta.holdId';

@Controller('api/v1/integration/users')
@RequireScope('users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly details: UserDetailsService,
    private readonly statuses: StatusService,
    private readonly bulk: BulkUsersService,
  ) {}

  @Post()
  @UseFilters(CountedRefusals)
  @ApiOperationWith({
    summary: 'Create or update a person',
    description:
      'Matched by externalId against the 950/951 ID, then against legacyNumber, then by email; else created.',
    tag: 'Users',
    answers: {
      201: { dto: UserSummaryDto, message: 'DATA INSERTED' },
      200: { dto: UserSummaryDto, message: 'DATA UPDATED' },
      202: { dto: UserSummaryDto, message: 'DEPROVISIONING HELD', description: `${HELD}. ${PENDING}` },
    },
    refusals: [
      'VALIDATION_FAILED',
      'MALFORMED_JSON',
      'IDENTITY_CONFLICT',
      'ERASED',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  })
  async createOrUpdate(
    @CurrentScope() scope: Scope,
    @Body() person: CreateUpdateUserDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<UserSummaryDto>> {
    const text = request.bodyText ?? '';
    const { kind, status, answer } = await this.users.createOrUpdate(scope, person, text);
    request.rowCounts = { inserted: 0, updated: 0, unchanged: 0, failed: 0, [kind]: 1 };
    response.status(status);
    return answer;
  }

  @Post('bulk')
  @StreamedBody(NDJSON)
  @ApiBulk({
    summary: 'Create or update any number of people',
    description:
      'One person per line; the answer has a line per input line, in input order, and a summary as its last line.',
    tag: 'Users',
    row: CreateUpdateUserDto,
  })
  async createOrUpdateMany(
    @CurrentScope() scope: Scope,
    @Query() { dryRun }: BulkQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await (dryRun === true
      ? this.bulk.dryRun(scope, request, response)
      : this.bulk.provision(scope, request, response));
  }

  @Patch(':id')
  @HttpCode(200)
  @UseFilters(CountedRefusals)
  @ApiOperationWith({
    summary: 'De-provision or restore a person',
    description:
      'By the 950/951 ID, else the legacyNumber. Without a body the person becomes inactive. An ID that means ' +
      'another user in a post, by the decision of an identity conflict, means that user here too, with the warning ' +
      'ID_MEANS_ANOTHER_USER.',
    tag: 'Users',
    answers: {
      200: { dto: UserSummaryDto, message: 'USER DEPROVISIONED' },
      202: { dto: UserSummaryDto, message: 'DEPROVISIONING HELD', description: HELD },
    },
    refusals: [
      'VALIDATION_FAILED',
      'MALFORMED_JSON',
      'USER_NOT_FOUND',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  })
  async setStatus(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Query() { ifImpact }: SetStatusQueryDto,
    @Body() body: SetUserStatusDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<UserSummaryDto>> {
    const wanted = body.accountStatus ?? 'inactive';
    const { status, answer } = await this.statuses.set(scope, id, wanted, { ifImpact });
    response.status(status);
    return answer;
  }

  @Get(':id')
  @ApiOperationWith({
    summary: 'Read a person',
    description: 'Every stored attribute, with defaults filled in. By the 950/951 ID, else the legacyNumber.',
    tag: 'Users',
    answers: { 200: { dto: UserDto, orDto: UserWithProvenanceDto } },
    refusals: ['VALIDATION_FAILED', 'USER_NOT_FOUND'],
  })
  get(
    @CurrentScope() scope: Scope,
    @Param('id') id: string,
    @Query() { include }: UserQueryDto,
  ): Promise<Success<UserDto | UserWithProvenanceDto>> {
    return include === undefined ? this.details.get(scope, id) : this.details.getWithProvenance(scope, id);
  }
}
