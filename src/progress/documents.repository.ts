import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';

import { BatchTable } from '../database/batch-table.js';
import { later } from '../database/pending-statements.js';
import type { SqlExpression, Written } from '../database/row-codec.js';
import type { Scope } from '../tenancy/scope.js';
import type { Day } from './calendar.js';
import { ProgressChange } from './entities/progress-change.entity.js';
import { ProgressDocument } from './entities/progress-document.entity.js';

/** A document without its place in the order of changes, which it gets when it is written. */
export type DocumentDraft = Omit<ProgressDocument, 'tenantId' | 'changedAt'>;

const OF_PERSON = ['person', 'sortName', 'programId'] as const satisfies (keyof ProgressDocument)[];

/** What a document says of the person, where what it says of the work stays as it is. */
export type PersonDraft = Pick<ProgressDocument, 'studentId' | (typeof OF_PERSON)[number]>;

/** What is to be written under one stamp. */
export interface Drafts {
  readonly documents?: readonly DocumentDraft[];
  /** Of documents that are held. */
  readonly persons?: readonly PersonDraft[];
}

const PLACE = ['studentId', 'changedAt'] as const satisfies (keyof ProgressDocument)[];

/** Where a document that is held stands in the order of changes. */
export type HeldPlace = Pick<ProgressDocument, (typeof PLACE)[number]>;

/**
 * What {@link DocumentsRepository.takeStamp} has taken on this connection, known to the server alone: asking for it would
 * be a round trip that holds the stamp's row. Good until a statement numbers a row of its own.
 */
const TAKEN_STAMP: SqlExpression = { toSqlString: () => 'LAST_INSERT_ID()' };

/** What an INSERT must name of the work, and does not overwrite. */
const UNTOUCHED = { progress: '', pacingStatus: 'not_started' } as const;

/** All writes to what the export reads. */
@Injectable()
export class DocumentsRepository {
  private readonly documents: BatchTable<ProgressDocument>;
  private readonly changes: BatchTable<ProgressChange>;

  constructor(
    @InjectRepository(ProgressDocument) documents: Repository<ProgressDocument>,
    @InjectRepository(ProgressChange) changes: Repository<ProgressChange>,
  ) {
    this.documents = new BatchTable(documents, ['tenantId', 'studentId']);
    this.changes = new BatchTable(changes, ['tenantId', 'stamp', 'studentId']);
  }

  /** Holds the documents of these students, in the order of their IDs, until the transaction ends. */
  async lock(
    scope: Scope,
    manager: EntityManager,
    studentIds: readonly string[],
  ): Promise<Map<string, ProgressDocument>> {
    const rows = await this.documents.lock(manager, scope.tenantId, 'studentId', studentIds);
    return new Map(rows.map((row) => [row.studentId, row]));
  }

  /** The same for whom the documents' texts are not wanted. Those of the work are most of a record's bytes. */
  async hold(
    scope: Scope,
    manager: EntityManager,
    studentIds: readonly string[],
  ): Promise<Map<string, HeldPlace>> {
    const rows = await this.documents.lock(manager, scope.tenantId, 'studentId', studentIds, PLACE);
    return new Map(rows.map((row) => [row.studentId, row]));
  }

  /**
   * Writes these documents under one new stamp. The stamp's row stays locked until the commit, so that stamps are in
   * commit order: a reader who has seen stamp N never meets a new N-1. Call it last in a transaction.
   * @param held what {@link lock} or {@link hold} returned
   */
  async write(
    scope: Scope,
    manager: EntityManager,
    { documents = [], persons = [] }: Drafts,
    held: ReadonlyMap<string, HeldPlace>,
  ): Promise<void> {
    const written = [...documents, ...persons];
    if (written.length === 0) return;
    const { tenantId } = scope;
    const stamped = { tenantId, changedAt: TAKEN_STAMP };
    await this.takeStamp(scope, manager);
    await this.documents.put(
      manager,
      documents.map((draft) => ({ ...draft, ...stamped })),
    );
    await this.documents.overwrite(
      manager,
      persons.map((draft) => ({ ...draft, ...stamped, ...UNTOUCHED })),
      [...OF_PERSON, 'changedAt'],
    );
    const places = written.flatMap(({ studentId }): Written<ProgressChange>[] => {
      const old = held.get(studentId);
      const place = { tenantId, studentId, stamp: TAKEN_STAMP, supersededBy: null };
      return old === undefined
        ? [place]
        : [{ tenantId, studentId, stamp: old.changedAt, supersededBy: TAKEN_STAMP }, place];
    });
    await this.changes.put(manager, places);
  }

  /** Notes when to look again at whom, without touching stamps: the records themselves are the same. */
  async postpone(
    scope: Scope,
    manager: EntityManager,
    students: ReadonlyMap<Day | null, readonly string[]>,
  ): Promise<void> {
    for (const [reviewOn, studentIds] of students) {
      await later(
        manager,
        'UPDATE `progress_documents` FORCE INDEX (PRIMARY) SET `reviewOn` = ? WHERE `tenantId` = ? AND `studentId` IN (?)',
        [reviewOn, scope.tenantId, studentIds],
      );
    }
  }

  /** For people who are no Students any more. Their documents must be locked: a deletion cannot be told its index. */
  async remove(scope: Scope, manager: EntityManager, studentIds: readonly string[]): Promise<void> {
    if (studentIds.length === 0) return;
    await later(manager, 'DELETE FROM `progress_documents` WHERE `tenantId` = ? AND `studentId` IN (?)', [
      scope.tenantId,
      studentIds,
    ]);
    await later(manager, 'DELETE FROM `progress_changes` WHERE `tenantId` = ? AND `studentId` IN (?)', [
      scope.tenantId,
      studentIds,
    ]);
  }

  /** The present time in milliseconds, or one more than the last stamp: also after the clock was set back. */
  private async takeStamp(scope: Scope, manager: EntityManager): Promise<void> {
    await later(
      manager,
      'INSERT INTO `progress_stamps` (`tenantId`, `last`) VALUES (?, LAST_INSERT_ID(?)) ' +
        'ON DUPLICATE KEY UPDATE `last` = LAST_INSERT_ID(GREATEST(VALUES(`last`), `last` + 1))',
      [scope.tenantId, Date.now()],
    );
  }
}
