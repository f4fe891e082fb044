import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { Background } from '../../background/background.js';
import type { LeasedTask } from '../../background/leased-task.js';
import { explain } from '../../database/transaction/database-errors.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { problemIn } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { TenantsRepository } from '../../tenancy/tenants/tenants.repository.js';
import { sentence } from '../../texts/sentence.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { DocumentsService } from '../documents.service.js';
import type { MilestoneRename } from '../entities/milestone-rename.entity.js';
import type { TemplateMilestone } from './default-template.js';
import { MilestoneRenamesRepository } from './milestone-renames.repository.js';
import {
  type NamedCount,
  type TemplateStudents,
  TemplateStudentsRepository,
} from './template-students.repository.js';
import { ALL_PROGRAMS } from './templates.repository.js';
import { ALL_PROGRAMS_NAME, TemplatesService } from './templates.service.js';

/** Students of one transaction, which locks them: a caller who writes one of them waits for that long. */
const BATCH = 100;
/** Every batch prolongs the lease; after a process died, another one continues when it ends. */
const LEASE_MS = 15_000;
/** Each student may have a name of their own, with a person in it; the audit log is kept. */
const MOST_FORMER_NAMES = 10;

/** Who has the milestones of a template. */
export interface StudentsOfTemplate {
  readonly students: number;
  /** By milestone and name. */
  readonly names: readonly NamedCount[];
  /** The last rename of each milestone that was renamed. */
  readonly renames: readonly MilestoneRename[];
}

/** A milestone of a template, with the name that the administrator was shown. */
export type ShownMilestone = Pick<TemplateMilestone, 'code' | 'name'>;

function isRunning({ finishedAt }: MilestoneRename): boolean {
  return finishedAt === null;
}

/**
 * Gives students who have a milestone of a template the name that the template has for it. Only the name changes: the
 * code, which is its identity, the state and the dates stay. In the background, in small transactions that also store
 * how far it is, so that the next process with the lease continues where another one stopped.
 */
@Injectable()
export class MilestoneRenamesService {
  private readonly logger = new LineLogger(MilestoneRenamesService.name);
  private readonly work: LeasedTask;

  constructor(
    background: Background,
    private readonly tenancy: TenancyService,
    private readonly tenants: TenantsRepository,
    private readonly templates: TemplatesService,
    private readonly renames: MilestoneRenamesRepository,
    private readonly students: TemplateStudentsRepository,
    private readonly people: UserLookup,
    private readonly documents: DocumentsService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.work = background.one('milestone-renames', {
      isNeeded: async () => (await this.renames.unfinished()).length > 0,
      run: () => this.renameAll(),
      leaseMs: LEASE_MS,
    });
  }

  /** Reads the milestones of all students of the template. */
  async studentsOf(scope: Scope, programId: string | null): Promise<StudentsOfTemplate> {
    const which = await this.which(scope, programId ?? ALL_PROGRAMS);
    return {
      students: await this.students.count(scope, which),
      names: await this.students.names(scope, this.unitOfWork.single, which),
      renames: await this.renames.of(scope, which.programId),
    };
  }

  /** The last rename of each milestone of the template that was renamed, without a look at the students. */
  of(scope: Scope, programId: string | null): Promise<MilestoneRename[]> {
    return this.renames.of(scope, programId ?? ALL_PROGRAMS);
  }

  /**
   * Begins the rename, with one audit entry for all students. While it runs, the same call does nothing more, and
   * neither does it when no student has another name.
   * @throws {ValidationFailed} when the template has no such milestone, or has it under another name
   */
  async begin(scope: Scope, programId: string | null, shown: ShownMilestone): Promise<void> {
    const { code, name } = shown;
    const which = await this.which(scope, programId ?? ALL_PROGRAMS);
    // Before the lock, for which others wait: it reads the milestone of every student.
    const names = await this.students.names(scope, this.unitOfWork.single, which, code);
    const others = names.filter((one) => one.name !== name);
    const total = others.reduce((sum, { students }) => sum + students, 0);
    await this.unitOfWork.run(async (transaction) => {
      // With it a change of the template, and another call of this one, wait.
      await this.tenants.lock(scope.tenantId, transaction);
      const { milestones } = await this.templates.get(scope, programId, transaction);
      requireShown(milestones, shown);
      const running = (await this.renames.of(scope, which.programId)).filter(isRunning);
      if (running.some((one) => one.code === code && one.name === name)) return;
      if (total === 0) return;
      await this.renames.begin(scope, transaction, { programId: which.programId, code, name, total });
      const entry = {
        action: 'template.milestone-renamed',
        target: `template:${programId ?? ALL_PROGRAMS_NAME}`,
        before: { code, ...formerNames(others) },
        after: { code, name, students: total },
      };
      await this.audit.record(scope, [entry], transaction);
    });
    void this.work.runNow();
  }

  private async which(scope: Pick<Scope, 'tenantId'>, programId: string): Promise<TemplateStudents> {
    const own = new Set((await this.templates.list(scope)).map((template) => template.programId));
    own.delete(ALL_PROGRAMS);
    return { programId, own: [...own] };
  }

  /** A batch of each rename in turn, so that none waits for a large one, or for one that fails. */
  private async renameAll(): Promise<void> {
    const failures = new Map<string, unknown>();
    const keyOf = ({ tenantId, programId, code }: MilestoneRename): string =>
      JSON.stringify([tenantId, programId, code]);
    for (;;) {
      const waiting = (await this.renames.unfinished()).filter((rename) => !failures.has(keyOf(rename)));
      if (waiting.length === 0) break;
      for (const rename of waiting) {
        if (!(await this.work.mayContinue())) return;
        try {
          await this.renameBatch(rename);
        } catch (error) {
          failures.set(keyOf(rename), error);
          const msg = 'milestones could not be renamed; the rename is retried';
          this.logger.error({ msg, tenantId: rename.tenantId, ...explain(error) });
        }
      }
    }
    for (const failure of failures.values()) throw failure;
  }

  private async renameBatch(rename: MilestoneRename): Promise<void> {
    const { tenantId, programId, code, name, lastId } = rename;
    const scope = this.tenancy.scopeOf(await this.tenancy.findTenant(tenantId), 'rename');
    const which = await this.which(scope, programId);
    const renamed = await this.unitOfWork.run(async (transaction) => {
      const wanted = { code, name, after: lastId, limit: BATCH };
      const studentIds = await this.students.others(scope, transaction, which, wanted);
      if (studentIds.length === 0) return 0;
      // A caller who writes a milestone locks its student first, too.
      await this.people.lock(scope, transaction, studentIds);
      await this.students.rename(scope, transaction, studentIds, { code, name });
      await this.documents.review(scope, transaction, studentIds);
      await this.renames.advance(transaction, rename, studentIds);
      return studentIds.length;
    });
    if (renamed === 0) await this.renames.finish(rename);
  }
}

function requireShown(milestones: readonly TemplateMilestone[], { code, name }: ShownMilestone): void {
  const stored = milestones.find((milestone) => milestone.code === code);
  if (stored === undefined) {
    const rule = sentence('names no milestone of the template: {code}', { code });
    throw new ValidationFailed([problemIn('code', 'unknownMilestone', rule)]);
  }
  if (stored.name === name) return;
  const rule = sentence('is not the name that the template has now: {name}', { name: stored.name });
  throw new ValidationFailed([problemIn('name', 'otherName', rule)]);
}

/** The most frequent names, and how many others there are. */
function formerNames(others: readonly NamedCount[]): { names: string[]; moreNames: number } {
  const byFrequency = others.toSorted((one, other) => other.students - one.students);
  const names = byFrequency.slice(0, MOST_FORMER_NAMES).map(({ name }) => name);
  return { names: names.sort(), moreNames: others.length - names.length };
}
