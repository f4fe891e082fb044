import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';

import { RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import type { Success } from '../../http/answers.js';
import { NDJSON } from '../../http/ndjson/bulk-input.js';
import {
  ApiAdministration,
  ApiAdministrationStream,
  BODY_REFUSALS,
} from '../../http/openapi/administration.decorators.js';
import { ApiFile } from '../../http/openapi/openapi.decorators.js';
import { StreamedBody } from '../../http/server/json-body.guard.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import { FileWordsDto } from './file-words.dto.js';
import { FileHeadDto, FileOptionsDto, FileRunDto } from './files.dto.js';
import { FilesService } from './files.service.js';

const FILE = 'application/octet-stream';
const PROGRESS =
  '{"progress":{"received":500,"inserted":3,"updated":12,"unchanged":485,"failed":0,"pending":0,"held":0}}\n';

@Controller('api/v1/admin/files')
@RequireAdministrator()
export class FilesController {
  constructor(private readonly files: FilesService) {}

  @Post('preview')
  @StreamedBody(FILE)
  @ApiFile({ media: FILE, options: FileOptionsDto })
  @ApiAdministration({
    summary: 'Show how a file of people would be mapped',
    description:
      'Its columns, the fields that they fill, and the first rows as they would be sent. The beginning of a CSV or ' +
      'NDJSON file is enough; a workbook (.xlsx) and a JSON file must be sent whole.',
    answers: { 200: { dto: FileHeadDto } },
    refusals: BODY_REFUSALS,
  })
  preview(@CurrentScope() scope: Scope, @Req() request: Request): Promise<Success<FileHeadDto>> {
    return this.files.preview(scope, request);
  }

  @Post('words')
  @StreamedBody(FILE)
  @ApiFile({ media: FILE, options: FileOptionsDto })
  @ApiAdministration({
    summary: 'Count the words of a file in fields of fixed values',
    description:
      'In the columns that fill an account type, an account status or another field that takes one of a few values: ' +
      'each word with its rows, what it means, and what it likely means. The file must be sent whole.',
    answers: { 200: { dto: FileWordsDto } },
    refusals: BODY_REFUSALS,
  })
  words(@CurrentScope() scope: Scope, @Req() request: Request): Promise<Success<FileWordsDto>> {
    return this.files.words(scope, request);
  }

  @Post('plan')
  @StreamedBody(FILE)
  @ApiFile({ media: FILE, options: FileRunDto })
  @ApiAdministrationStream({
    summary: 'Preview what a file of people would do',
    description:
      'Who would be created, changed, de-provisioned or held, and which rows would be refused; nothing is written.',
    media: NDJSON,
    content: 'Lines with the progress, then the summary; without it the answer was cut short',
    example: `${PROGRESS}{"summary":{"run":"2026-11-25.people.csv","totals":{},"people":{},"failures":[]}}\n`,
    refusals: BODY_REFUSALS,
  })
  plan(@CurrentScope() scope: Scope, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.files.plan(scope, request, response);
  }

  @Post('apply')
  @StreamedBody(FILE)
  @ApiFile({ media: FILE, options: FileRunDto })
  @ApiAdministrationStream({
    summary: 'Apply a file of people as a run',
    description:
      'Once the file has arrived whole, each row is applied like one of the feed, with the limits and pauses of ' +
      'de-provisionings. It stops when the caller closes the connection; the same file may be sent again.',
    media: NDJSON,
    content: 'Lines with the progress, then the summary; without it the file was cut short',
    example: `${PROGRESS}{"summary":{"run":"2026-11-25.people.csv","totals":{}}}\n`,
    refusals: BODY_REFUSALS,
  })
  apply(@CurrentScope() scope: Scope, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.files.apply(scope, request, response);
  }
}
