import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Transaction } from '../database/transaction/transaction.js';
import { BatchTable } from '../database/statements/batch-table.js';
import type { Written } from '../database/statements/row-codec.js';
import type { Scope } from '../tenancy/scope.js';
import { ChangeStampsRepository, TAKEN_STAMP } from '../tenancy/change-stamps/change-stamps.repository.js';
import { OF_PERSON, OF_WORK } from './document-columns.js';
import { ProgressChange } from './entities/progress-change.entity.js';
import { ProgressDocument } from './entities/progress-document.entity.js';
import { ProgressRemoval } from './entities/progress-removal.entity.js';

/** A document without its stamp, which is taken when it is written. */
export type DocumentDraft = Omit<ProgressDocument, 'tenantId' | 'changedAt' | 'columnsAt'>;

/** The part of a document about the person, when the part about the work stays as it is. */
export type PersonDraft = Pick<ProgressDocument, 'studentId' | 'person' | (typeof OF_PERSON)[number]>;

/** The entry that replaces the document of a person who is no Student any more. */
export type RemovalDraft = Pick<ProgressRemoval, 'studentId' | 'entry'>;

/** What is to be written under one stamp. */
export interface Drafts {
  readonly documents?: readonly DocumentDraft[];
  /** For documents that are locked. */
  readonly persons?: readonly PersonDraft[];
  /** Replace documents that are locked. */
  readonly removals?: readonly RemovalDraft[];
}

const PLACE = ['studentId', 'changedAt'] as const satisfies (keyof ProgressDocument)[];

/** The place of a document, or of a removal, which has no columns, in the order of changes. */
export type LockedPlace = Pick<ProgressDocument, (typeof PLACE)[number]> &
  Partial<Pick<ProgressDocument, 'columnsAt'>>;

/** The columns about the work that an INSERT needs; they are not overwritten. */
const UNTOUCHED = { progress: '', pacingStatus: 'not_started' } as const;

/** Whether the columns of lists belong to the record: a version that does not know them has not written it since. */
export function hasColumns(place: LockedPlace | undefined): boolean {
  return place?.columnsAt === place?.changedAt;
}

/** All writes to the tables of the export. */
@Injectable()
export class DocumentsRepository {
  private readonly documents: BatchTable<ProgressDocument>;
  private readonly changes: BatchTable<ProgressChange>;
  private readonly removals: BatchTable<ProgressRemoval>;

  constructor(
    @InjectRepository(ProgressDocument) documents: Repository<ProgressDocument>,
    @InjectRepository(ProgressChange) changes: Repository<ProgressChange>,
    @InjectRepository(ProgressRemoval) removals: Repository<ProgressRemoval>,
    private readonly stamps: ChangeStampsRepository,
  ) {
    this.documents = new BatchTable(documents, ['tenantId', 'studentId']);
    this.changes = new BatchTable(changes, ['tenantId', 'stamp', 'studentId']);
    this.removals = new BatchTable(removals, ['tenantId', 'studentId']);
  }

  /** Locks the documents of these students, in the order of their IDs, until the transaction ends. */
  async lock(
    scope: Scope,
    transaction: Transaction,
    studentIds: readonly string[],
  ): Promise<Map<string, ProgressDocument>> {
    const rows = await this.documents.lock(transaction, scope.tenantId, 'studentId', studentIds);
    return new Map(rows.map((row) => [row.studentId, row]));
  }

  /** Like {@link lock}, without reading the texts, which are most of a record's bytes. */
  async lockPlaces(
    scope: Scope,
    transaction: Transaction,
    studentIds: readonly string[],
  ): Promise<Map<string, LockedPlace>> {
    const columns = [...PLACE, 'columnsAt'] as const;
    const rows = await this.documents.lock(transaction, scope.tenantId, 'studentId', studentIds, columns);
    return new Map(rows.map((row) => [row.studentId, row]));
  }

  /**
   * Deletes the removals of people who are Students again. Their places are superseded by the next {@link write}.
   * @returns the places of those who had a removal
   */
  async deleteRemovals(
    scope: Scope,
    transaction: Transaction,
    studentIds: readonly string[],
  ): Promise<Map<string, LockedPlace>> {
    const rows = await this.removals.lock(transaction, scope.tenantId, 'studentId', studentIds, PLACE);
    const ids = rows.map(({ studentId }) => studentId);
    await this.delete(scope, transaction, 'progress_removals', ids);
    return new Map(rows.map((row) => [row.studentId, row]));
  }

  /**
   * Writes these documents under one new stamp. Call it last in a transaction, see {@link ChangeStampsRepository.take}.
   * @param locked what {@link lock}, {@link lockPlaces} or {@link deleteRemovals} returned
   */
  async write(
    scope: Scope,
    transaction: Transaction,
    { documents = [], persons = [], removals = [] }: Drafts,
    locked: ReadonlyMap<string, LockedPlace>,
  ): Promise<void> {
    const written = [...documents, ...persons, ...removals];
    if (written.length === 0) return;
    await this.stamps.take(scope, transaction);
    await this.writeStamped(scope, transaction, { documents, persons, removals }, locked);
  }

  /** Writes the documents of students who are new, with the people themselves just before the COMMIT. */
  insertLast(scope: Scope, transaction: Transaction, documents: readonly DocumentDraft[]): void {
    this.stamps.writeLast(scope, transaction, () =>
      this.writeStamped(scope, transaction, { documents, persons: [], removals: [] }, new Map()),
    );
  }

  private async writeStamped(
    scope: Scope,
    transaction: Transaction,
    { documents, persons, removals }: Required<Drafts>,
    locked: ReadonlyMap<string, LockedPlace>,
  ): Promise<void> {
    const written = [...documents, ...persons, ...removals];
    const { tenantId } = scope;
    const stamped = { tenantId, changedAt: TAKEN_STAMP };
    await this.documents.put(
      transaction,
      documents.map((draft) => ({ ...draft, ...stamped, columnsAt: TAKEN_STAMP })),
    );
    await this.documents.overwrite(
      transaction,
      persons.map((draft) => ({
        ...draft,
        ...stamped,
        ...UNTOUCHED,
        // Columns about the work that a version before has left behind stay so until a sweep.
        columnsAt: hasColumns(locked.get(draft.studentId)) ? TAKEN_STAMP : 0,
      })),
      ['person', ...OF_PERSON, 'changedAt', 'columnsAt'],
    );
    await this.removals.put(
      transaction,
      removals.map((draft) => ({ ...draft, ...stamped })),
    );
    const gone = removals.map(({ studentId }) => studentId);
    await this.delete(scope, transaction, 'progress_documents', gone);
    const places = written.flatMap(({ studentId }): Written<ProgressChange>[] => {
      const old = locked.get(studentId);
      const place = { tenantId, studentId, stamp: TAKEN_STAMP, supersededBy: null };
      return old === undefined
        ? [place]
        : [{ tenantId, studentId, stamp: old.changedAt, supersededBy: TAKEN_STAMP }, place];
    });
    await this.changes.put(transaction, places);
  }

  /** Stores the review days and the columns of lists without a new stamp, for locked records that are the same. */
  async refresh(
    { tenantId }: Scope,
    transaction: Transaction,
    drafts: readonly DocumentDraft[],
    locked: ReadonlyMap<string, LockedPlace>,
  ): Promise<void> {
    const rows = drafts.map((draft) => {
      const columnsAt = locked.get(draft.studentId)?.changedAt ?? 0;
      return { ...draft, tenantId, columnsAt, changedAt: 0, person: '', progress: '' };
    });
    await this.documents.overwrite(transaction, rows, ['reviewOn', ...OF_WORK, ...OF_PERSON, 'columnsAt']);
  }

  /** The rows must be locked: a DELETE takes no index hint. */
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
}
