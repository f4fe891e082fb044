import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { UnitOfWork } from '../database/unit-of-work.js';
import type { Scope } from '../tenancy/scope.js';
import { UserLookup } from '../users/user-lookup.js';
import type { User } from '../users/user.entity.js';
import { decideProgress, type ProgressOutcome, type Situation } from './decide-progress.js';
import { DocumentsService } from './documents.service.js';
import type { BulkProgressDto } from './dto/bulk-progress.dto.js';
import { ProgressRepository } from './progress.repository.js';
import { TemplatesService } from './templates/templates.service.js';

interface RecordOptions {
  /** What stands before the committee's field names in a problem. */
  readonly path: string;
  /** Decide, and write nothing. */
  readonly dryRun: boolean;
}

function facultyReferences(lines: readonly BulkProgressDto[]): string[] {
  return lines.flatMap(({ committee }) => (committee?.members ?? []).map(({ facultyId }) => facultyId));
}

/** The one way in for progress: every PUT is a batch of one, bulk feeds it chunks. */
@Injectable()
export class ProgressService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly people: UserLookup,
    private readonly progress: ProgressRepository,
    private readonly templates: TemplatesService,
    private readonly documents: DocumentsService,
  ) {}

  /**
   * Applies these lines in order and commits once. A line that is refused changes nothing and stops no other; a line
   * that equals what is stored writes nothing and moves no stamp.
   */
  async record(
    scope: Scope,
    lines: readonly BulkProgressDto[],
    options: RecordOptions,
  ): Promise<readonly ProgressOutcome[]> {
    return this.unitOfWork.run(async (manager) => {
      const situation = await this.gather(scope, manager, lines);
      const { outcomes, changes } = decideProgress(scope, situation, lines, options.path);
      if (changes.length > 0 && !options.dryRun) {
        await this.progress.save(scope, manager, changes);
        await this.documents.writeProgress(scope, manager, changes);
      }
      return outcomes;
    });
  }

  /** Reads what the lines are about; everybody named is locked first, so that nobody changes under the decision. */
  private async gather(
    scope: Scope,
    manager: EntityManager,
    lines: readonly BulkProgressDto[],
  ): Promise<Situation> {
    const references = [...lines.map(({ studentId }) => studentId), ...facultyReferences(lines)];
    const found = await this.people.find(scope, manager, references);
    const ids = [...found.values()].map(({ id }) => id);
    const locked = await this.people.lock(scope, manager, ids);
    const people = new Map<string, User>();
    for (const [reference, { id }] of found) people.set(reference, locked.get(id) as User);

    const students = lines
      .map(({ studentId }) => people.get(studentId))
      .filter((user) => user?.accountType === 'Student') as User[];
    const studentIds = [...new Set(students.map(({ id }) => id))];
    const facultyIds = facultyReferences(lines).flatMap((reference) => people.get(reference)?.id ?? []);
    return {
      people,
      progress: await this.progress.load(scope, manager, studentIds),
      templateOf: await this.templates.load(
        scope,
        manager,
        students.map(({ programId }) => programId),
      ),
      seats: await this.progress.acceptedSeats(scope, manager, [...new Set(facultyIds)]),
    };
  }
}
