import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';

import { ValidationFailed } from '../../errors/request.errors.js';
import { NDJSON } from '../../http/ndjson/bulk-input.js';
import { ApiOperationWith } from '../../http/openapi/openapi.decorators.js';
import { sendStream, sendText } from '../../http/server/send-stream.js';
import { CurrentScope, RequireScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserDto } from '../model/dto/user.dto.js';
import { RemovedUserDto } from './removed-user.dto.js';
import { UserExportQueryDto } from './user-export-query.dto.js';
import { UserExportService } from './user-export.service.js';

@Controller('api/v1/integration/users')
@RequireScope('users')
export class UserExportController {
  constructor(private readonly people: UserExportService) {}

  @Get()
  @ApiOperationWith({
    summary: 'List people, and what changed',
    description:
      'Oldest change first. Walk the pages by meta.nextCursor; send meta.nextSince as since tomorrow, and no change ' +
      'is missed. With includeRemoved, a person who was erased comes once as removed. Who leaves a filter is not ' +
      'reported: keep a copy without filters. Answers 304 to an If-None-Match of an unchanged page, and gzip when it ' +
      'is accepted. With Accept: application/x-ndjson it answers every person, one a line, and the meta as the ' +
      'last line, without limit and cursor.',
    tag: 'Users',
    answers: { 200: { dto: UserDto, orDto: RemovedUserDto, isList: true } },
    refusals: ['VALIDATION_FAILED', 'CURSOR_EXPIRED'],
    revalidates: true,
  })
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: UserExportQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    response.vary('Accept');
    if (request.accepts('application/json', NDJSON) === NDJSON) {
      refusePaging(query);
      await sendText(response, `${NDJSON}; charset=utf-8`, this.people.lines(scope, query));
      return;
    }
    const page = await this.people.page(scope, query);
    await sendStream(request, response, page.etag, () => page.chunks());
  }
}

/** Lines have no pages. */
function refusePaging(query: UserExportQueryDto): void {
  const given = (['limit', 'cursor'] as const).filter((field) => query[field] !== undefined);
  if (given.length === 0) return;
  throw new ValidationFailed(
    given.map((field) => ({
      field,
      code: 'isOfPages',
      message: `${field} is for pages; an answer in lines has every person`,
    })),
  );
}
