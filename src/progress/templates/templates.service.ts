import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import { AuditService } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenantsRepository } from '../../tenancy/tenants/tenants.repository.js';
import type { MilestoneTemplate } from '../entities/milestone-template.entity.js';
import { DEFAULT_TEMPLATE, type TemplateMilestone } from './default-template.js';
import { ALL_PROGRAMS, TemplatesRepository } from './templates.repository.js';

/** Finds the template of a program: the program's own, else the tenant's, else the default one. */
export type TemplateOf = (programId: string | null) => readonly TemplateMilestone[];

/** The template in effect for a program; `isDefault` when the tenant has set none for it and a more general one is. */
export interface EffectiveTemplate {
  readonly milestones: readonly TemplateMilestone[];
  readonly isDefault: boolean;
}

/** The name of the template for all programs without one of their own. */
export const ALL_PROGRAMS_NAME = '_all';

/** The milestones of the rows, in their order. */
function milestonesOf(rows: readonly TemplateMilestone[]): TemplateMilestone[] {
  return rows
    .map(({ code, name, sequence, required, dueAfterDays = null }) => ({
      code,
      name,
      sequence,
      required,
      dueAfterDays,
    }))
    .sort((one, other) => one.sequence - other.sequence || (one.code < other.code ? -1 : 1));
}

@Injectable()
export class TemplatesService {
  constructor(
    private readonly templates: TemplatesRepository,
    private readonly tenants: TenantsRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Reads the templates that students of these programs may need. */
  async load(scope: Scope, reader: Reader, programIds: readonly (string | null)[]): Promise<TemplateOf> {
    const named = programIds.filter((programId) => programId !== null);
    const rows = await this.templates.find(scope, [ALL_PROGRAMS, ...new Set(named)], reader);
    const byProgram = new Map<string, MilestoneTemplate[]>();
    for (const row of rows) byProgram.set(row.programId, [...(byProgram.get(row.programId) ?? []), row]);
    return (programId) =>
      byProgram.get(programId ?? ALL_PROGRAMS) ?? byProgram.get(ALL_PROGRAMS) ?? DEFAULT_TEMPLATE;
  }

  /** Whether the tenant has set a template. */
  exists(scope: Pick<Scope, 'tenantId'>): Promise<boolean> {
    return this.templates.exists(scope);
  }

  /** Every template that the tenant has set, by program. */
  list(scope: Pick<Scope, 'tenantId'>): Promise<MilestoneTemplate[]> {
    return this.templates.list(scope);
  }

  /** The template in effect for a program; with null, for all programs without a template of their own. */
  async get(scope: Scope, programId: string | null, reader?: Reader): Promise<EffectiveTemplate> {
    const id = programId ?? ALL_PROGRAMS;
    const rows = await this.templates.find(scope, [id, ALL_PROGRAMS], reader);
    const own = rows.filter((row) => row.programId === id);
    if (own.length > 0) return { milestones: milestonesOf(own), isDefault: false };
    return { milestones: milestonesOf(rows.length > 0 ? rows : DEFAULT_TEMPLATE), isDefault: true };
  }

  /**
   * Replaces a template and writes an audit entry; students who have milestones keep theirs. With an empty list, the
   * next more general template is in effect again. The same milestones again do nothing.
   * @param check is called with the template in effect, under its lock; it throws where nothing is to be changed
   */
  async replace(
    scope: Scope,
    programId: string | null,
    milestones: readonly TemplateMilestone[],
    check: (known: EffectiveTemplate) => void = () => undefined,
  ): Promise<void> {
    const id = programId ?? ALL_PROGRAMS;
    await this.unitOfWork.run(async (transaction) => {
      // A template without rows has nothing of its own to lock.
      await this.tenants.lock(scope.tenantId, transaction);
      const known = await this.templates.lock(scope, transaction, id);
      check(await this.get(scope, programId, transaction));
      const before = { milestones: milestonesOf(known) };
      const after = { milestones: milestonesOf(milestones) };
      if (isDeepStrictEqual(before, after)) return;
      await this.templates.replace(scope, transaction, id, after.milestones);
      const target = `template:${programId ?? ALL_PROGRAMS_NAME}`;
      await this.audit.record(scope, [{ action: 'template.changed', target, before, after }], transaction);
    });
  }
}
