import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { AuditEntryNotFound } from '../../errors/request-log.errors.js';
import type { Success } from '../../http/answers.js';
import { ApiAdministration, ApiAdministrationStream } from '../../http/openapi/administration.decorators.js';
import { sendText } from '../../http/server/send-stream.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import { type Scope, whileAdmitted } from '../../tenancy/scope.js';
import { ListQueryDto } from '../../http/lists/list-query.js';
import {
  AuditEventDto,
  AuditEventPathDto,
  AuditExportQueryDto,
  AuditFilterDto,
  AuditQueryDto,
} from './audit.dto.js';
import { AdminAuditService } from './audit.service.js';

/** Reads the audit log; no call changes it. */
@Controller('api/v1/admin/audit')
@RequireAdministrator()
export class AuditController {
  constructor(private readonly audit: AdminAuditService) {}

  @Get()
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'List the audit log',
    description:
      'Actions of administrators, keys and the terminal that the audit log records; the latest entry first.',
    answers: { 200: { dto: AuditEventDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: AuditQueryDto): Promise<Success<AuditEventDto[]>> {
    return this.audit.list(scope, query);
  }

  @Get('export.csv')
  @AlsoFor('auditor')
  @ApiAdministrationStream({
    summary: 'Download the audit log',
    description: 'Every entry that the filters leave, as CSV for a spreadsheet, the latest first.',
    media: 'text/csv',
    content: 'A header, then a line per entry',
    example:
      'Time (UTC),Action,By,Actor,Target\r\n2026-11-20 02:00:12,key.created,Ann Lee,admin:951000001,key:ik_0\r\n',
  })
  export(
    @CurrentScope() scope: Scope,
    @Query() query: AuditExportQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    return sendText(
      response,
      'text/csv; charset=utf-8',
      whileAdmitted(scope, this.audit.export(scope, query)),
    );
  }

  @Get('export.ndjson')
  @AlsoFor('auditor')
  @ApiAdministrationStream({
    summary: 'Download the audit log for a program',
    description:
      'Every entry that the filters leave, as the list has it, one JSON document a line, the latest first.',
    media: 'application/x-ndjson',
    content: 'A line per entry',
    example:
      '{"id":"4711","at":"2026-11-20T02:00:12.000Z","actor":"admin:951000001","actorLabel":"Ann Lee",' +
      '"action":"key.created","target":"key:ik_0"}\n',
  })
  exportLines(
    @CurrentScope() scope: Scope,
    @Query() query: AuditFilterDto,
    @Res() response: Response,
  ): Promise<void> {
    return sendText(
      response,
      'application/x-ndjson; charset=utf-8',
      whileAdmitted(scope, this.audit.exportLines(scope, query)),
    );
  }

  @Get(':id/entries')
  @AlsoFor('auditor')
  @ApiAdministration({
    summary: 'List the entries of an act',
    description:
      'Of an act on many people or items, whose first entry has this ID; in the order in which they were written.',
    answers: { 200: { dto: AuditEventDto, isList: true } },
    refusals: [new AuditEntryNotFound()],
  })
  entries(
    @CurrentScope() scope: Scope,
    @Param() { id }: AuditEventPathDto,
    @Query() query: ListQueryDto,
  ): Promise<Success<AuditEventDto[]>> {
    return this.audit.entries(scope, id, query);
  }
}
