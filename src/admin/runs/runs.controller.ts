import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { RunBeingFinished, RunNotFound } from '../../errors/runs.errors.js';
import type { Success } from '../../http/answers.js';
import { NDJSON } from '../../http/ndjson/bulk-input.js';
import { ApiAdministration, ApiAdministrationStream } from '../../http/openapi/administration.decorators.js';
import { sendText } from '../../http/server/send-stream.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import { type Scope, whileAdmitted } from '../../tenancy/scope.js';
import { UndoQueryDto } from './run-people.dto.js';
import { RunUndoService } from './run-undo.service.js';
import {
  AdminFailedRowDto,
  AdminRunsQueryDto,
  RunChangeDto,
  RunChangesQueryDto,
  RunFailuresQueryDto,
  RunPageDto,
  RunRowDto,
  UndoRunDto,
} from './runs.dto.js';
import { AdminRunsService } from './runs.service.js';

const CSV = 'text/csv; charset=utf-8';
const TOTALS = '{"people":9,"putBack":8,"fields":8,"deprovisioned":0,"restored":8,"kept":1,"taken":0}';
const UNDO_EXAMPLE =
  `{"progress":${TOTALS}}\n` +
  `{"summary":{"run":"nightly-1122","undoneBy":"undo:nightly-1122","totals":${TOTALS},` +
  `"exceptions":[],"exceptionCount":1}}\n`;

@Controller('api/v1/admin/runs')
@RequireAdministrator()
export class AdminRunsController {
  constructor(
    private readonly runs: AdminRunsService,
    private readonly undos: RunUndoService,
  ) {}

  @Get()
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List runs with their senders and counts',
    description:
      'The run that began last comes first, each with what the runs before it usually did. When meta.totalIsCapped ' +
      'is true, there are more than were counted or read.',
    answers: { 200: { dto: RunRowDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: AdminRunsQueryDto): Promise<Success<RunRowDto[]>> {
    return this.runs.list(scope, query);
  }

  @Get(':name')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Show a run',
    description:
      'Its counts, the usual ones, why rows failed, and whether it was undone or is an undo itself.',
    answers: { 200: { dto: RunPageDto } },
    refusals: [new RunNotFound()],
  })
  get(@CurrentScope() scope: Scope, @Param('name') name: string): Promise<Success<RunPageDto>> {
    return this.runs.get(scope, name);
  }

  @Get(':name/changes')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the people whom a run changed',
    description: 'Each change with the values before and after it; the latest first.',
    answers: { 200: { dto: RunChangeDto, isList: true } },
    refusals: [new RunNotFound()],
  })
  changes(
    @CurrentScope() scope: Scope,
    @Param('name') name: string,
    @Query() query: RunChangesQueryDto,
  ): Promise<Success<RunChangeDto[]>> {
    return this.runs.changes(scope, name, query);
  }

  @Get(':name/failures')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the rows of a run that were refused',
    description: 'Each with a sentence for people who run a registry; in the order in which they arrived.',
    answers: { 200: { dto: AdminFailedRowDto, isList: true } },
    refusals: [new RunNotFound()],
  })
  failures(
    @CurrentScope() scope: Scope,
    @Param('name') name: string,
    @Query() query: RunFailuresQueryDto,
  ): Promise<Success<AdminFailedRowDto[]>> {
    return this.runs.failures(scope, name, query);
  }

  @Get(':name/failures.csv')
  @AlsoFor('operator', 'auditor')
  @ApiAdministrationStream({
    summary: 'Download the rows of a run that were refused',
    description: 'All that are kept, as CSV for a spreadsheet.',
    media: 'text/csv',
    content: 'A header, then a line per row',
    example:
      'Row,External ID,User ID,Problem\r\n479,S-BAD-2,,"Row 479, S-BAD-2: accountType is required"\r\n',
    refusals: [new RunNotFound()],
  })
  failuresCsv(
    @CurrentScope() scope: Scope,
    @Param('name') name: string,
    @Res() response: Response,
  ): Promise<void> {
    return sendText(response, CSV, whileAdmitted(scope, this.runs.failuresCsv(scope, name)));
  }

  @Get(':name/undo')
  @AlsoFor('operator', 'auditor')
  @ApiAdministrationStream({
    summary: 'Preview the undo of a run, or of a part of it',
    description:
      'What an undo would put back, and what would stay of which people; nothing is written. Filters choose people; ' +
      'with a field, this field alone goes back.',
    media: NDJSON,
    content: 'Lines with the progress, then the summary; without it the answer was cut short',
    example: UNDO_EXAMPLE,
    refusals: [new RunNotFound(), new RunBeingFinished()],
  })
  previewUndo(
    @CurrentScope() scope: Scope,
    @Param('name') name: string,
    @Query() query: UndoQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    return sendText(response, NDJSON, whileAdmitted(scope, this.undos.preview(scope, name, query)));
  }

  @Post(':name/undo')
  @ApiAdministrationStream({
    summary: 'Undo a run, or a part of it',
    description:
      'Puts back what the run changed, except what was changed since; with a field, this field alone. It stops ' +
      'when the caller closes the connection, and may be repeated.',
    media: NDJSON,
    content: 'Lines with the progress, then the summary; without it the undo was cut short',
    example: UNDO_EXAMPLE,
    refusals: [new RunNotFound(), new RunBeingFinished()],
  })
  async undo(
    @CurrentScope() scope: Scope,
    @Param('name') name: string,
    @Body() body: UndoRunDto,
    @Res() response: Response,
  ): Promise<void> {
    await sendText(response, NDJSON, whileAdmitted(scope, this.undos.undo(scope, name, body)));
  }
}
