import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { Milestone } from '../entities/milestone.entity.js';
import { ALL_PROGRAMS } from './templates.repository.js';

/** The students of one template: those of its program, or those of no program that has one of its own. */
export interface TemplateStudents {
  /** {@link ALL_PROGRAMS} or the ID of a program. */
  readonly programId: string;
  /** The programs with a template of their own. */
  readonly own: readonly string[];
}

/** How many students have a milestone under one name. */
export interface NamedCount {
  readonly code: string;
  readonly name: string;
  readonly students: number;
}

interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

function conditionOf({ programId, own }: TemplateStudents): Condition {
  if (programId !== ALL_PROGRAMS) return { sql: 'd.`programId` = ?', values: [programId] };
  if (own.length === 0) return { sql: '1 = 1', values: [] };
  return { sql: '(d.`programId` IS NULL OR d.`programId` NOT IN (?))', values: [own] };
}

/** Names are compared by their characters: the collation of the column takes upper for lower case. */
const NAME = 'm.`name` COLLATE utf8mb4_bin';

/** The students of templates, and the names of their milestones. */
@Injectable()
export class TemplateStudentsRepository {
  constructor(@InjectRepository(Milestone) private readonly milestones: Repository<Milestone>) {}

  async count({ tenantId }: Scope, which: TemplateStudents): Promise<number> {
    const { sql: condition, values } = conditionOf(which);
    const sql = `SELECT COUNT(*) AS \`students\`
      FROM \`progress_documents\` d FORCE INDEX (\`ix_progress_documents_late\`)
      WHERE d.\`tenantId\` = ? AND ${condition}`;
    const [row]: { students: number | string }[] = await this.milestones.query(sql, [tenantId, ...values]);
    return Number(row?.students ?? 0);
  }

  /** @param code of one milestone only */
  async names(
    { tenantId }: Scope,
    reader: Reader,
    which: TemplateStudents,
    code?: string,
  ): Promise<NamedCount[]> {
    const { sql: condition, values } = conditionOf(which);
    const ofCode = code === undefined ? '' : 'AND m.`code` = ?';
    // In a table of its own: as an expression, the name could not be grouped by on both server families.
    const named = `SELECT m.\`code\`, ${NAME} AS \`exactName\`
      FROM \`progress_documents\` d FORCE INDEX (\`ix_progress_documents_late\`)
      STRAIGHT_JOIN \`milestones\` m ON m.\`tenantId\` = d.\`tenantId\` AND m.\`studentId\` = d.\`studentId\` ${ofCode}
      WHERE d.\`tenantId\` = ? AND ${condition}`;
    const sql = `SELECT \`code\`, \`exactName\`, COUNT(*) AS \`students\` FROM (${named}) \`named\`
      GROUP BY \`code\`, \`exactName\``;
    const given = code === undefined ? [] : [code];
    const rows = await reader.read<{ code: string; exactName: string; students: number | string }>(sql, [
      ...given,
      tenantId,
      ...values,
    ]);
    return rows.map((row) => ({ code: row.code, name: row.exactName, students: Number(row.students) }));
  }

  /** The students behind this one who have the milestone under another name, in the order of their IDs. */
  async others(
    { tenantId }: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    which: TemplateStudents,
    { code, name, after, limit }: { code: string; name: string; after: string; limit: number },
  ): Promise<string[]> {
    const { sql: condition, values } = conditionOf(which);
    const sql = `SELECT d.\`studentId\` FROM \`progress_documents\` d FORCE INDEX (PRIMARY)
      STRAIGHT_JOIN \`milestones\` m ON m.\`tenantId\` = d.\`tenantId\` AND m.\`studentId\` = d.\`studentId\`
        AND m.\`code\` = ? AND ${NAME} <> ?
      WHERE d.\`tenantId\` = ? AND d.\`studentId\` > ? AND ${condition} ORDER BY d.\`studentId\` LIMIT ?`;
    const given = [code, name, tenantId, after, ...values, limit];
    const rows = await transaction.read<{ studentId: string }>(sql, given);
    return rows.map(({ studentId }) => studentId);
  }

  /** Call it with locked students: their milestones are read and written under that lock. */
  async rename(
    { tenantId }: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    studentIds: readonly string[],
    { code, name }: { code: string; name: string },
  ): Promise<void> {
    const sql =
      'UPDATE `milestones` SET `name` = ? WHERE `tenantId` = ? AND `studentId` IN (?) AND `code` = ?';
    await transaction.write(sql, [name, tenantId, studentIds, code]);
  }
}
