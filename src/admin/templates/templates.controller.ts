import { Body, Controller, Delete, Get, Headers, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { AlsoFor, RequireAdministrator } from '../../auth/sessions/auth.decorators.js';
import { ProgramNotFound } from '../../errors/progress.errors.js';
import type { Success } from '../../http/answers.js';
import { tagged } from '../../http/entity-tags.js';
import { ApiAdministration } from '../../http/openapi/administration.decorators.js';
import { TemplateFileDto } from '../../progress/dto/template.dto.js';
import { CurrentScope } from '../../tenancy/access/access.decorators.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  ProgramDto,
  ProgramListQueryDto,
  RenameMilestoneDto,
  TemplateDto,
  TemplateListQueryDto,
  TemplatePathDto,
  TemplateRenamesDto,
  TemplateStudentsDto,
} from './templates.dto.js';
import { AdminTemplatesService } from './templates.service.js';

@Controller('api/v1/admin')
@RequireAdministrator()
export class AdminTemplatesController {
  constructor(private readonly templates: AdminTemplatesService) {}

  @Get('programs')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List the programs that users have named',
    description: 'A program is registered when the first user names its programId.',
    answers: { 200: { dto: ProgramDto, isList: true } },
  })
  listPrograms(
    @CurrentScope() scope: Scope,
    @Query() query: ProgramListQueryDto,
  ): Promise<Success<ProgramDto[]>> {
    return this.templates.listPrograms(scope, query);
  }

  @Get('templates')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'List milestone templates',
    description: 'The template of all programs, and those of programs with a template of their own.',
    answers: { 200: { dto: TemplateDto, isList: true } },
  })
  list(@CurrentScope() scope: Scope, @Query() query: TemplateListQueryDto): Promise<Success<TemplateDto[]>> {
    return this.templates.list(scope, query);
  }

  @Get('templates/:programId')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Read the template that applies to a program',
    description:
      "The program's own milestones, else those of the tenant, else the built-in ones; isDefault says which.",
    versioned: 'read',
    answers: { 200: { dto: TemplateDto } },
    refusals: ['VALIDATION_FAILED', new ProgramNotFound()],
  })
  async get(
    @CurrentScope() scope: Scope,
    @Param() { programId }: TemplatePathDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<TemplateDto>> {
    return tagged(response, await this.templates.get(scope, programId));
  }

  @Get('templates/:programId/students')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Count the students of a template',
    description:
      'For how many students the template applies, and how many of them have each of its milestones, also those ' +
      'under a name that the template does not have.',
    answers: { 200: { dto: TemplateStudentsDto } },
    refusals: ['VALIDATION_FAILED', new ProgramNotFound()],
  })
  students(
    @CurrentScope() scope: Scope,
    @Param() { programId }: TemplatePathDto,
  ): Promise<Success<TemplateStudentsDto>> {
    return this.templates.students(scope, programId);
  }

  @Get('templates/:programId/renames')
  @AlsoFor('operator', 'auditor')
  @ApiAdministration({
    summary: 'Say how far the renames of milestones are',
    description:
      'The last rename of each milestone of the template that was renamed for students. It counts no students, so it ' +
      'may be asked for each second while a rename runs.',
    answers: { 200: { dto: TemplateRenamesDto } },
    refusals: ['VALIDATION_FAILED', new ProgramNotFound()],
  })
  renames(
    @CurrentScope() scope: Scope,
    @Param() { programId }: TemplatePathDto,
  ): Promise<Success<TemplateRenamesDto>> {
    return this.templates.renamesOf(scope, programId);
  }

  @Post('templates/:programId/rename')
  @ApiAdministration({
    summary: 'Rename a milestone of students',
    description:
      'Students of the template who have the milestone under another name get the name that the template has. The ' +
      'code, the state and the dates stay. It is done in the background, and the answer does not wait for it: rename ' +
      'says how far it is. The same call again goes on where it was, and does nothing when all have the name. It is ' +
      'refused when the template has another name by then than the one that is sent.',
    answers: { 200: { dto: TemplateStudentsDto } },
    refusals: [new ProgramNotFound()],
  })
  rename(
    @CurrentScope() scope: Scope,
    @Param() { programId }: TemplatePathDto,
    @Body() shown: RenameMilestoneDto,
  ): Promise<Success<TemplateStudentsDto>> {
    return this.templates.rename(scope, programId, shown);
  }

  @Put('templates/:programId')
  @ApiAdministration({
    summary: 'Set the template of a program',
    description:
      'Replaces it as a whole; students who have milestones keep theirs. An empty list removes it.',
    versioned: 'write',
    answers: { 200: { dto: TemplateDto } },
    refusals: [new ProgramNotFound()],
  })
  async put(
    @CurrentScope() scope: Scope,
    @Param() { programId }: TemplatePathDto,
    @Body() { milestones }: TemplateFileDto,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<TemplateDto>> {
    return tagged(response, await this.templates.put(scope, programId, milestones, ifMatch));
  }

  @Delete('templates/:programId')
  @ApiAdministration({
    summary: 'Remove the template of a program',
    description:
      "The tenant's template for all programs, or else the built-in one, applies. " +
      'Students who have milestones keep theirs.',
    versioned: 'write',
    answers: { 200: { dto: TemplateDto } },
    refusals: ['VALIDATION_FAILED', new ProgramNotFound()],
  })
  async remove(
    @CurrentScope() scope: Scope,
    @Param() { programId }: TemplatePathDto,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<TemplateDto>> {
    return tagged(response, await this.templates.put(scope, programId, [], ifMatch));
  }
}
