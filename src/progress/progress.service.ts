import { Injectable } from '@nestjs/common';

import type { Reader } from '../database/transaction/reader.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import type { Scope } from '../tenancy/scope.js';
import { UserLookup } from '../users/matching/user-lookup.js';
import type { User } from '../users/model/user.entity.js';
import { decideProgress, type ProgressOutcome, type Situation } from './decide-progress.js';
import { DocumentsService } from './documents.service.js';
import type { BulkProgressDto } from './dto/bulk-progress.dto.js';
import type { ProgressDryRun } from './dry-run.js';
import { ProgressRepository } from './progress.repository.js';
import { TemplatesService } from './templates/templates.service.js';

function facultyReferences(lines: readonly BulkProgressDto[]): string[] {
  return lines.flatMap(({ committee }) => (committee?.members ?? []).map(({ facultyId }) => facultyId));
}

/** Every write of progress goes through here: a PUT is a batch of one line, a bulk request sends batches. */
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
   * that equals what is stored writes nothing and takes no stamp.
   * @param path the prefix of the committee's field names in a problem
   */
  async record(
    scope: Scope,
    lines: readonly BulkProgressDto[],
    path: string,
  ): Promise<readonly ProgressOutcome[]> {
    return this.unitOfWork.run(async (transaction) => {
      const found = await this.find(scope, transaction, lines);
      const locked = await this.people.lock(
        scope,
        transaction,
        [...found.values()].map(({ id }) => id),
      );
      const people = new Map<string, User>();
      for (const [reference, { id }] of found) people.set(reference, locked.get(id) as User);
      const situation = await this.gather(scope, transaction, lines, people);
      const { outcomes, changes } = decideProgress(scope, situation, lines, path);
      if (changes.length > 0) {
        await this.progress.save(scope, transaction, changes);
        await this.documents.writeProgress(scope, transaction, changes);
      }
      return outcomes;
    });
  }

  /** Says what {@link record} would do; the earlier lines of the same dry run count as stored. */
  async preview(
    scope: Scope,
    lines: readonly BulkProgressDto[],
    path: string,
    dryRun: ProgressDryRun,
  ): Promise<readonly ProgressOutcome[]> {
    const { reader } = dryRun;
    const stored = await this.gather(scope, reader, lines, await this.find(scope, reader, lines));
    const { outcomes, changes } = decideProgress(scope, await dryRun.overlay(stored), lines, path);
    await dryRun.remember(changes);
    return outcomes;
  }

  /** The students and committee members whom the lines name. */
  private find(scope: Scope, reader: Reader, lines: readonly BulkProgressDto[]): Promise<Map<string, User>> {
    const references = [...lines.map(({ studentId }) => studentId), ...facultyReferences(lines)];
    return this.people.find(scope, reader, references);
  }

  /** Reads what the decision needs. `record` locks all named people first, so that none changes before the commit. */
  private async gather(
    scope: Scope,
    reader: Reader,
    lines: readonly BulkProgressDto[],
    people: ReadonlyMap<string, User>,
  ): Promise<Situation> {
    const students = lines
      .map(({ studentId }) => people.get(studentId))
      .filter((user) => user?.accountType === 'Student') as User[];
    const studentIds = [...new Set(students.map(({ id }) => id))];
    const facultyIds = facultyReferences(lines).flatMap((reference) => people.get(reference)?.id ?? []);
    return {
      people,
      progress: await this.progress.load(scope, reader, studentIds),
      templateOf: await this.templates.load(
        scope,
        reader,
        students.map(({ programId }) => programId),
      ),
      seats: await this.progress.acceptedSeats(scope, reader, [...new Set(facultyIds)]),
    };
  }
}
