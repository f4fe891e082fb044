import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration, ApiAdministrationStream } from '../../http/openapi/administration.decorators.js';
import { sendText } from '../../http/server/send-stream.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import { type Scope, whileAdmitted } from '../../tenancy/scope.js';
import { DisclosureDto, DisclosuresExportQueryDto, DisclosuresQueryDto } from './disclosures.dto.js';
import { DisclosuresService } from './disclosures.service.js';

/** Who was given data about people. */
@Controller('api/v1/admin/disclosures')
@RequireAdministrator()
export class DisclosuresController {
  constructor(private readonly disclosures: DisclosuresService) {}

  @Get()
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'List who was given data about users',
    description:
      'One row for each day, credential or administrator, and kind, with the number of different users; the latest ' +
      'day first. The last second may be missing.',
    answers: { 200: { dto: DisclosureDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: DisclosuresQueryDto): Promise<Success<DisclosureDto[]>> {
    return this.disclosures.list(scope, query);
  }

  @Get('export.csv')
  @AlsoFor('auditor')
  @ApiAdministrationStream({
    summary: 'Download who was given data about users',
    description: 'Every row that the filters leave, as CSV for a spreadsheet, the latest day first.',
    media: 'text/csv',
    content: 'A header, then a line per day, credential and kind',
    example: 'Day,By,Actor,Kind,People\r\n2026-11-20,Reporting,key:ik_0,export,4321\r\n',
  })
  export(
    @CurrentScope() scope: Scope,
    @Query() query: DisclosuresExportQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    return sendText(
      response,
      'text/csv; charset=utf-8',
      whileAdmitted(scope, this.disclosures.export(scope, query)),
    );
  }
}
