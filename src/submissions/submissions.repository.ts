import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type QueryDeepPartialEntity, Repository } from 'typeorm';

import { type Reader, SingleStatements } from '../database/transaction/reader.js';
import { beginningWith } from '../database/statements/like.js';
import type { Transaction } from '../database/transaction/transaction.js';
import { BatchTable } from '../database/statements/batch-table.js';
import type { Scope } from '../tenancy/scope.js';
import { Submission } from './entities/submission.entity.js';
import { SubmissionTransition } from './entities/submission-transition.entity.js';
import type { EventTime } from './event-time.js';

/** Which part of a student's submissions, in the order in which they were created. */
export interface StudentRange {
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

@Injectable()
export class SubmissionsRepository {
  private readonly table: BatchTable<Submission>;

  constructor(@InjectRepository(Submission) private readonly submissions: Repository<Submission>) {
    this.table = new BatchTable(submissions, ['tenantId', 'submissionId']);
  }

  async find(
    scope: Pick<Scope, 'tenantId'>,
    submissionId: string,
    reader: Reader = new SingleStatements(this.submissions.manager),
  ): Promise<Submission | null> {
    return reader.entities((manager) =>
      manager.findOneBy(Submission, { tenantId: scope.tenantId, submissionId }),
    );
  }

  findAll(
    scope: Scope,
    submissionIds: readonly string[],
    reader: Reader = new SingleStatements(this.submissions.manager),
  ): Promise<Submission[]> {
    return this.table.find(reader, scope.tenantId, 'submissionId', [...new Set(submissionIds)]);
  }

  /** The IDs of the students of these submissions, by submission. */
  async studentsOf(
    { tenantId }: Scope,
    submissionIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    if (submissionIds.length === 0) return new Map();
    const rows: { submissionId: string; studentId: string }[] = await this.submissions.query(
      'SELECT `submissionId`, `studentId` FROM `submissions` WHERE `tenantId` = ? AND `submissionId` IN (?)',
      [tenantId, submissionIds],
    );
    return new Map(rows.map(({ submissionId, studentId }) => [submissionId, studentId]));
  }

  /** Submissions whose IDs begin with this ASCII text. */
  beginning({ tenantId }: Scope, text: string, limit: number): Promise<Submission[]> {
    return this.submissions
      .createQueryBuilder('submission')
      .where('submission.tenantId = :tenantId', { tenantId })
      .andWhere('submission.submissionId LIKE :text', { text: beginningWith(text) })
      .orderBy('submission.submissionId')
      .limit(limit)
      .getMany();
  }

  /** The IDs of a student's submissions. */
  async idsOfStudent(scope: Scope, studentId: string): Promise<string[]> {
    const sql = `SELECT \`submissionId\` FROM \`submissions\` FORCE INDEX (\`ix_submissions_student\`)
      WHERE \`tenantId\` = ? AND \`studentId\` = ?`;
    const rows: { submissionId: string }[] = await this.submissions.query(sql, [scope.tenantId, studentId]);
    return rows.map(({ submissionId }) => submissionId);
  }

  /** The IDs of a part of a student's submissions; only those of this student are read. */
  async pageOfStudent(
    scope: Scope,
    studentId: string,
    { order, offset, limit }: StudentRange,
  ): Promise<{ ids: string[]; total: number }> {
    const sql = `SELECT \`submissionId\` FROM \`submissions\` FORCE INDEX (\`ix_submissions_student\`)
      WHERE \`tenantId\` = ? AND \`studentId\` = ?
      ORDER BY \`createdAt\` ${order}, \`submissionId\` ${order} LIMIT ? OFFSET ?`;
    const rows: { submissionId: string }[] = await this.submissions.query(sql, [
      scope.tenantId,
      studentId,
      limit,
      offset,
    ]);
    return {
      ids: rows.map(({ submissionId }) => submissionId),
      total: await this.countOfStudent(scope, studentId),
    };
  }

  async countOfStudent(scope: Scope, studentId: string): Promise<number> {
    const sql = `SELECT COUNT(*) AS \`submissions\` FROM \`submissions\` FORCE INDEX (\`ix_submissions_student\`)
      WHERE \`tenantId\` = ? AND \`studentId\` = ?`;
    const [row]: { submissions: number | string }[] = await this.submissions.query(sql, [
      scope.tenantId,
      studentId,
    ]);
    return Number(row?.submissions ?? 0);
  }

  /** Locks the submission until the transaction ends. */
  async lock(
    scope: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    submissionId: string,
  ): Promise<Submission | null> {
    return transaction.entities((manager) =>
      manager.findOne(Submission, {
        where: { tenantId: scope.tenantId, submissionId },
        lock: { mode: 'pessimistic_write' },
      }),
    );
  }

  /** @throws {QueryFailedError} a duplicate key, when another request has just created the submission */
  async insert(transaction: Transaction, submission: Submission): Promise<void> {
    await transaction.entities((manager) =>
      manager.insert(Submission, submission as QueryDeepPartialEntity<Submission>),
    );
  }

  /** Overwrites a submission that is locked. */
  async update(transaction: Transaction, submission: Submission): Promise<void> {
    await this.table.put(transaction, [submission]);
  }

  async addTransition(transaction: Transaction, transition: Omit<SubmissionTransition, 'id'>): Promise<void> {
    await transaction.entities((manager) => manager.insert(SubmissionTransition, transition));
  }

  /** When the submission moved last; null when it never moved. */
  async lastMovedAt(
    scope: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    submissionId: string,
  ): Promise<EventTime | null> {
    const last = await transaction.entities((manager) =>
      manager.findOne(SubmissionTransition, {
        where: { tenantId: scope.tenantId, submissionId },
        order: { id: 'DESC' },
      }),
    );
    return last === null ? null : { at: last.at, nanos: last.atNanos };
  }

  transitions(scope: Pick<Scope, 'tenantId'>, submissionId: string): Promise<SubmissionTransition[]> {
    return this.submissions.manager.find(SubmissionTransition, {
      where: { tenantId: scope.tenantId, submissionId },
      order: { id: 'ASC' },
    });
  }
}
