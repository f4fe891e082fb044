import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { UnitOfWork } from '../../database/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import type { MilestoneTemplate } from '../entities/milestone-template.entity.js';
import { DEFAULT_TEMPLATE, type TemplateMilestone } from './default-template.js';
import { ALL_PROGRAMS, TemplatesRepository } from './templates.repository.js';

/** Finds the template of a program: the program's own, else the tenant's, else the default one. */
export type TemplateOf = (programId: string | null) => readonly TemplateMilestone[];

@Injectable()
export class TemplatesService {
  constructor(
    private readonly templates: TemplatesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Reads the templates that students of these programs may need. */
  async load(
    scope: Scope,
    manager: EntityManager,
    programIds: readonly (string | null)[],
  ): Promise<TemplateOf> {
    const named = programIds.filter((programId) => programId !== null);
    const rows = await this.templates.find(scope, [ALL_PROGRAMS, ...new Set(named)], manager);
    const byProgram = new Map<string, MilestoneTemplate[]>();
    for (const row of rows) byProgram.set(row.programId, [...(byProgram.get(row.programId) ?? []), row]);
    return (programId) =>
      byProgram.get(programId ?? ALL_PROGRAMS) ?? byProgram.get(ALL_PROGRAMS) ?? DEFAULT_TEMPLATE;
  }

  /** Every template that the tenant has set, by program. */
  list(scope: Pick<Scope, 'tenantId'>): Promise<MilestoneTemplate[]> {
    return this.templates.list(scope);
  }

  /** Replaces a template; students who have milestones keep theirs. An empty list goes back to the next one in line. */
  async replace(
    scope: Pick<Scope, 'tenantId'>,
    programId: string | null,
    milestones: readonly TemplateMilestone[],
  ): Promise<void> {
    await this.unitOfWork.run((manager) =>
      this.templates.replace(scope, manager, programId ?? ALL_PROGRAMS, milestones),
    );
  }
}
