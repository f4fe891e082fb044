import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Transaction } from '../database/transaction/transaction.js';
import { BatchTable } from '../database/statements/batch-table.js';
import type { SqlExpression, Written } from '../database/statements/row-codec.js';
import type { Scope } from '../tenancy/scope.js';
import type { Day } from './calendar.js';
import { ProgressChange } from './entities/progress-change.entity.js';
import { ProgressDocument } from './entities/progress-document.entity.js';
import { ProgressRemoval } from './entities/progress-removal.entity.js';

/** A document without its place in the order of changes, which it gets when it is written. */
export type DocumentDraft = Omit<ProgressDocument, 'tenantId' | 'changedAt'>;

const OF_PERSON = ['person', 'sortName', 'programId'] as const satisfies (keyof ProgressDocument)[];

/** What a document says of the person, where what it says of the work stays as it is. */
export type PersonDraft = Pick<ProgressDocument, 'studentId' | (typeof OF_PERSON)[number]>;

/** What is said of a person instead of the record. */
export type RemovalDraft = Pick<ProgressRemoval, 'studentId' | 'entry'>;

/** What is to be written under one stamp. */
export interface Drafts {
  readonly documents?: readonly DocumentDraft[];
  /** Of documents that are held. */
  readonly persons?: readonly PersonDraft[];
  /** Take the place of documents that are held. */
  readonly removals?: readonly RemovalDraft[];
}

const PLACE = ['studentId', 'changedAt'] as const satisfies (keyof ProgressDocument)[];

/** Where a document, or what stands for one that went, is in the order of changes. */
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
  private readonly removals: BatchTable<ProgressRemoval>;

  constructor(
    @InjectRepository(ProgressDocument) documents: Repository<ProgressDocument>,
    @InjectRepository(ProgressChange) changes: Repository<ProgressChange>,
    @InjectRepository(ProgressRemoval) removals: Repository<ProgressRemoval>,
  ) {
    this.documents = new BatchTable(documents, ['tenantId', 'studentId']);
    this.changes = new BatchTable(changes, ['tenantId', 'stamp', 'studentId']);
    this.removals = new BatchTable(removals, ['tenantId', 'studentId']);
  }

  /** Holds the documents of these students, in the order of their IDs, until the transaction ends. */
  async lock(
    scope: Scope,
    transaction: Transaction,
    studentIds: readonly string[],
  ): Promise<Map<string, ProgressDocument>> {
    const rows = await this.documents.lock(transaction, scope.tenantId, 'studentId', studentIds);
    return new Map(rows.map((row) => [row.studentId, row]));
  }

  /** The same for whom the documents' texts are not wanted. Those of the work are most of a record's bytes. */
  async hold(
    scope: Scope,
    transaction: Transaction,
    studentIds: readonly string[],
  ): Promise<Map<string, HeldPlace>> {
    const rows = await this.documents.lock(transaction, scope.tenantId, 'studentId', studentIds, PLACE);
    return new Map(rows.map((row) => [row.studentId, row]));
  }

  /**
   * For people who are Students again: what stood for their documents goes, and its places wait for what is written next.
   * @returns those whose document went before
   */
  async takeBack(
    scope: Scope,
    transaction: Transaction,
    studentIds: readonly string[],
  ): Promise<Map<string, HeldPlace>> {
    const rows = await this.removals.lock(transaction, scope.tenantId, 'studentId', studentIds, PLACE);
    const ids = rows.map(({ studentId }) => studentId);
    await this.delete(scope, transaction, 'progress_removals', ids);
    return new Map(rows.map((row) => [row.studentId, row]));
  }

  /**
   * Writes these documents under one new stamp. The stamp's row stays locked until the commit, so that stamps are in
   * commit order: a reader who has seen stamp N never meets a new N-1. Call it last in a transaction.
   * @param held what {@link lock}, {@link hold} or {@link takeBack} returned
   */
  async write(
    scope: Scope,
    transaction: Transaction,
    { documents = [], persons = [], removals = [] }: Drafts,
    held: ReadonlyMap<string, HeldPlace>,
  ): Promise<void> {
    const written = [...documents, ...persons, ...removals];
    if (written.length === 0) return;
    const { tenantId } = scope;
    const stamped = { tenantId, changedAt: TAKEN_STAMP };
    await this.takeStamp(scope, transaction);
    await this.documents.put(
      transaction,
      documents.map((draft) => ({ ...draft, ...stamped })),
    );
    await this.documents.overwrite(
      transaction,
      persons.map((draft) => ({ ...draft, ...stamped, ...UNTOUCHED })),
      [...OF_PERSON, 'changedAt'],
    );
    await this.removals.put(
      transaction,
      removals.map((draft) => ({ ...draft, ...stamped })),
    );
    const gone = removals.map(({ studentId }) => studentId);
    await this.delete(scope, transaction, 'progress_documents', gone);
    const places = written.flatMap(({ studentId }): Written<ProgressChange>[] => {
      const old = held.get(studentId);
      const place = { tenantId, studentId, stamp: TAKEN_STAMP, supersededBy: null };
      return old === undefined
        ? [place]
        : [{ tenantId, studentId, stamp: old.changedAt, supersededBy: TAKEN_STAMP }, place];
    });
    await this.changes.put(transaction, places);
  }

  /** Notes when to look again at whom, without touching stamps: the records themselves are the same. */
  async postpone(
    scope: Scope,
    transaction: Transaction,
    students: ReadonlyMap<Day | null, readonly string[]>,
  ): Promise<void> {
    for (const [reviewOn, studentIds] of students) {
      await transaction.write(
        'UPDATE `progress_documents` FORCE INDEX (PRIMARY) SET `reviewOn` = ? WHERE `tenantId` = ? AND `studentId` IN (?)',
        [reviewOn, scope.tenantId, studentIds],
      );
    }
  }

  /** The rows must be locked: a deletion cannot be told its index. */
  private async delete(
    { tenantId }: Scope,
    transaction: Transaction,
    table: 'progress_documents' | 'progress_removals',
    studentIds: readonly string[],
  ): Promise<void> {
    if (studentIds.length === 0) return;
    const sql = `DELETE FROM \`${table}\` WHERE \`tenantId\` = ? AND \`studentId\` IN (?)`;
    await transaction.write(sql, [tenantId, studentIds]);
  }

  /** The present time in milliseconds, or one more than the last stamp: also after the clock was set back. */
  private async takeStamp(scope: Scope, transaction: Transaction): Promise<void> {
    await transaction.write(
      'INSERT INTO `progress_stamps` (`tenantId`, `last`) VALUES (?, LAST_INSERT_ID(?)) ' +
        'ON DUPLICATE KEY UPDATE `last` = LAST_INSERT_ID(GREATEST(VALUES(`last`), `last` + 1))',
      [scope.tenantId, Date.now()],
    );
  }
}
