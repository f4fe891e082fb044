import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Reader } from '../database/transaction/reader.js';
import type { Transaction } from '../database/transaction/transaction.js';
import { BatchTable } from '../database/statements/batch-table.js';
import type { Scope } from '../tenancy/scope.js';
import { Committee } from './entities/committee.entity.js';
import { CommitteeMember } from './entities/committee-member.entity.js';
import { Dissertation } from './entities/dissertation.entity.js';
import { DissertationVersion } from './entities/dissertation-version.entity.js';
import { Milestone } from './entities/milestone.entity.js';
import { NO_PROGRESS, type StudentProgress } from './student-progress.js';

/** A student's progress before and after. */
export interface ProgressChange {
  readonly studentId: string;
  readonly before: StudentProgress;
  readonly after: StudentProgress;
}

function groupByStudent<T extends { studentId: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.studentId);
    if (group === undefined) groups.set(row.studentId, [row]);
    else group.push(row);
  }
  return groups;
}

/** Rows of `after` that `before` does not have in the same form. */
function changedRows<T>(before: readonly T[], after: readonly T[]): T[] {
  return after.filter((row) => !before.some((old) => isDeepStrictEqual(old, row)));
}

/** All SQL on the parts of progress, for many students at once. */
@Injectable()
export class ProgressRepository {
  private readonly dissertations: BatchTable<Dissertation>;
  private readonly versions: BatchTable<DissertationVersion>;
  private readonly milestones: BatchTable<Milestone>;
  private readonly committees: BatchTable<Committee>;
  private readonly members: BatchTable<CommitteeMember>;

  constructor(
    @InjectRepository(Dissertation) dissertations: Repository<Dissertation>,
    @InjectRepository(DissertationVersion) versions: Repository<DissertationVersion>,
    @InjectRepository(Milestone) milestones: Repository<Milestone>,
    @InjectRepository(Committee) committees: Repository<Committee>,
    @InjectRepository(CommitteeMember) members: Repository<CommitteeMember>,
  ) {
    this.dissertations = new BatchTable(dissertations, ['tenantId', 'studentId']);
    this.versions = new BatchTable(versions, ['tenantId', 'studentId', 'number']);
    this.milestones = new BatchTable(milestones, ['tenantId', 'studentId', 'code']);
    this.committees = new BatchTable(committees, ['tenantId', 'studentId']);
    this.members = new BatchTable(members, ['tenantId', 'studentId', 'facultyId']);
  }

  /** The stored progress of each of these students; {@link NO_PROGRESS} when there is none. */
  async load(
    scope: Scope,
    reader: Reader,
    studentIds: readonly string[],
  ): Promise<Map<string, StudentProgress>> {
    if (studentIds.length === 0) return new Map();
    const { tenantId } = scope;
    const dissertations = groupByStudent(
      await this.dissertations.find(reader, tenantId, 'studentId', studentIds),
    );
    const versions = groupByStudent(await this.versions.find(reader, tenantId, 'studentId', studentIds));
    const milestones = groupByStudent(await this.milestones.find(reader, tenantId, 'studentId', studentIds));
    const committees = groupByStudent(await this.committees.find(reader, tenantId, 'studentId', studentIds));
    const members = groupByStudent(await this.members.find(reader, tenantId, 'studentId', studentIds));
    return new Map(
      studentIds.map((id) => [
        id,
        {
          ...NO_PROGRESS,
          dissertation: dissertations.get(id)?.[0],
          versions: versions.get(id) ?? [],
          milestones: milestones.get(id) ?? [],
          committee: committees.get(id)?.[0],
          members: members.get(id) ?? [],
        },
      ]),
    );
  }

  /** Writes the rows that differ, one statement per table. */
  async save(scope: Scope, transaction: Transaction, changes: readonly ProgressChange[]): Promise<void> {
    const changed = <T>(rows: (progress: StudentProgress) => readonly T[]): T[] =>
      changes.flatMap(({ before, after }) => changedRows(rows(before), rows(after)));
    await this.dissertations.put(
      transaction,
      changed(({ dissertation }) => (dissertation === undefined ? [] : [dissertation])),
    );
    await this.versions.put(
      transaction,
      changed(({ versions }) => versions),
    );
    await this.milestones.put(
      transaction,
      changed(({ milestones }) => milestones),
    );
    await this.committees.put(
      transaction,
      changed(({ committee }) => (committee === undefined ? [] : [committee])),
    );
    await this.removeSeats(scope, transaction, changes);
    await this.members.put(
      transaction,
      changed(({ members }) => members),
    );
  }

  /** The students in whose committees these people have a seat, of any status. */
  async studentsOf(scope: Scope, transaction: Transaction, facultyIds: readonly string[]): Promise<string[]> {
    const seats = await this.members.find(transaction, scope.tenantId, 'facultyId', facultyIds);
    return [...new Set(seats.map(({ studentId }) => studentId))].sort();
  }

  /** The students of each faculty member: accepted seats in committees that are not dissolved. */
  async acceptedSeats(
    scope: Scope,
    reader: Reader,
    facultyIds: readonly string[],
  ): Promise<Map<string, Set<string>>> {
    const seats = new Map<string, Set<string>>();
    if (facultyIds.length === 0) return seats;
    const sql = `SELECT m.\`facultyId\`, m.\`studentId\` FROM \`committee_members\` m
      LEFT JOIN \`committees\` c ON c.\`tenantId\` = m.\`tenantId\` AND c.\`studentId\` = m.\`studentId\`
      WHERE m.\`tenantId\` = ? AND m.\`facultyId\` IN (?) AND m.\`status\` = 'accepted'
        AND (c.\`status\` IS NULL OR c.\`status\` <> 'dissolved')`;
    const rows: { facultyId: string; studentId: string }[] = await reader.read(sql, [
      scope.tenantId,
      facultyIds,
    ]);
    for (const { facultyId, studentId } of rows)
      seats.set(facultyId, (seats.get(facultyId) ?? new Set()).add(studentId));
    return seats;
  }

  private async removeSeats(
    scope: Scope,
    transaction: Transaction,
    changes: readonly ProgressChange[],
  ): Promise<void> {
    const seats = changes.flatMap(({ studentId, before, after }) => {
      const kept = new Set(after.members.map(({ facultyId }) => facultyId));
      const gone = before.members.map(({ facultyId }) => facultyId).filter((id) => !kept.has(id));
      return gone.length === 0 ? [] : [{ studentId, gone }];
    });
    if (seats.length === 0) return;
    const condition = seats.map(() => '(`studentId` = ? AND `facultyId` IN (?))').join(' OR ');
    const sql = `DELETE FROM \`committee_members\` WHERE \`tenantId\` = ? AND (${condition})`;
    await transaction.write(sql, [
      scope.tenantId,
      ...seats.flatMap(({ studentId, gone }) => [studentId, gone]),
    ]);
  }
}
