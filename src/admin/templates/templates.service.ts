import { Injectable } from '@nestjs/common';

import { ProgramNotFound } from '../../errors/progress.errors.js';
import { success, type Success } from '../../http/answers.js';
import { requireUnchanged } from '../../http/entity-tags.js';
import type { TemplateMilestone } from '../../progress/templates/default-template.js';
import {
  ALL_PROGRAMS_NAME,
  type EffectiveTemplate,
  TemplatesService,
} from '../../progress/templates/templates.service.js';
import type { Scope } from '../../tenancy/scope.js';
import {
  MilestoneRenamesService,
  type ShownMilestone,
} from '../../progress/templates/milestone-renames.service.js';
import { ProgramsService } from '../../users/provisioning/programs.service.js';
import { listed, partOf } from '../../http/lists/list-query.js';
import { presentRename, presentStudents } from './present-students.js';
import type {
  ProgramDto,
  ProgramListQueryDto,
  TemplateDto,
  TemplateListQueryDto,
  TemplateRenamesDto,
  TemplateStudentsDto,
} from './templates.dto.js';

interface Named {
  readonly programId: string | null;
  readonly programName: string | null;
}

function present(named: Named, { milestones, isDefault }: EffectiveTemplate): TemplateDto {
  return { ...named, milestones: [...milestones], isDefault };
}

@Injectable()
export class AdminTemplatesService {
  constructor(
    private readonly templates: TemplatesService,
    private readonly programs: ProgramsService,
    private readonly renames: MilestoneRenamesService,
  ) {}

  /** The template of all programs first, then those of single programs. */
  async list(scope: Scope, query: TemplateListQueryDto): Promise<Success<TemplateDto[]>> {
    const names = await this.namesOf(scope);
    const own = new Set((await this.templates.list(scope)).map(({ programId }) => programId));
    own.delete('');
    const all: Named[] = [
      { programId: null, programName: null },
      ...[...own].map((programId) => ({ programId, programName: names.get(programId) ?? programId })),
    ];
    const part = partOf(all, query, ({ programName }) => programName ?? '');
    const rows = await Promise.all(part.map((named) => this.read(scope, named)));
    return listed(rows, all.length, query);
  }

  /** @throws {ProgramNotFound} when the tenant has no such program */
  async get(scope: Scope, path: string): Promise<Success<TemplateDto>> {
    return success(await this.read(scope, await this.named(scope, path)));
  }

  /**
   * Replaces a template; without milestones the next more general one applies again.
   * @param ifMatch the entity tag of what the caller has read
   * @throws {ProgramNotFound} when the tenant has no such program
   * @throws {ChangedMeanwhile} when the caller has read something else
   */
  async put(
    scope: Scope,
    path: string,
    milestones: readonly TemplateMilestone[],
    ifMatch?: string,
  ): Promise<Success<TemplateDto>> {
    const named = await this.named(scope, path);
    await this.templates.replace(scope, named.programId, milestones, (known) => {
      requireUnchanged(ifMatch, present(named, known));
    });
    return success(await this.read(scope, named));
  }

  /** @throws {ProgramNotFound} when the tenant has no such program */
  async students(scope: Scope, path: string): Promise<Success<TemplateStudentsDto>> {
    const { programId } = await this.named(scope, path);
    const { milestones } = await this.templates.get(scope, programId);
    return success(presentStudents(milestones, await this.renames.studentsOf(scope, programId)));
  }

  /** @throws {ProgramNotFound} when the tenant has no such program */
  async renamesOf(scope: Scope, path: string): Promise<Success<TemplateRenamesDto>> {
    const { programId } = await this.named(scope, path);
    const renames = await this.renames.of(scope, programId);
    return success({
      milestones: renames.map((rename) => ({ code: rename.code, rename: presentRename(rename) })),
    });
  }

  /**
   * @throws {ProgramNotFound} when the tenant has no such program
   * @throws {ValidationFailed} when the template has no such milestone, or has it under another name
   */
  async rename(scope: Scope, path: string, shown: ShownMilestone): Promise<Success<TemplateStudentsDto>> {
    const { programId } = await this.named(scope, path);
    await this.renames.begin(scope, programId, shown);
    return this.students(scope, path);
  }

  async listPrograms(scope: Scope, query: ProgramListQueryDto): Promise<Success<ProgramDto[]>> {
    const { q = '', sort = 'name' } = query;
    const part = q.toLowerCase();
    const found = (await this.programs.list(scope))
      .map(({ programId, name }) => ({ programId, name }))
      .filter(({ programId, name }) => `${name}\n${programId}`.toLowerCase().includes(part));
    return listed(
      partOf(found, query, (program) => program[sort]),
      found.length,
      query,
    );
  }

  private async read(scope: Scope, named: Named): Promise<TemplateDto> {
    return present(named, await this.templates.get(scope, named.programId));
  }

  /** A program is known when a user has named it, or when it has a template of its own. */
  private async named(scope: Scope, path: string): Promise<Named> {
    if (path === ALL_PROGRAMS_NAME) return { programId: null, programName: null };
    const programName = (await this.namesOf(scope)).get(path);
    if (programName !== undefined) return { programId: path, programName };
    const { isDefault } = await this.templates.get(scope, path);
    if (isDefault) throw new ProgramNotFound();
    return { programId: path, programName: path };
  }

  private async namesOf(scope: Scope): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.programs.list(scope)).map(({ programId, name }) => [programId, name]));
  }
}
