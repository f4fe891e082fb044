import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Repository } from 'typeorm';

import type { Scope } from '../../../tenancy/scope.js';
import { Discrepancy, RESOLUTIONS } from '../../entities/discrepancy.entity.js';
import { MOST_READ } from '../waiting-discrepancies.repository.js';
import type { Chosen } from './chosen.js';

/** How many submissions of a group have this value in the record. */
export interface RecordedValue {
  readonly groupKey: string;
  readonly recorded: string | null;
  readonly submissions: number;
}

/** In how many submissions of a group this other field is undecided, too. */
export interface OtherField {
  readonly groupKey: string;
  readonly field: string;
  readonly submissions: number;
}

/** What is open of one submission. */
export type OpenDiscrepancy = Pick<
  Discrepancy,
  'id' | 'submissionId' | 'formType' | 'field' | 'submitted' | 'recorded' | 'groupKey'
>;

/** A count as the server sends it. */
type Counted<T> = Omit<T, 'submissions'> & { readonly submissions: number | string };

const OPEN = {
  id: true,
  submissionId: true,
  formType: true,
  field: true,
  submitted: true,
  recorded: true,
  groupKey: true,
} as const satisfies Record<keyof OpenDiscrepancy, true>;

/** The open ones of these groups: entries of one index. */
const MEMBERS = `SELECT \`groupKey\`, \`id\`, \`submissionId\`, \`field\` FROM \`discrepancies\`
  FORCE INDEX (\`ix_discrepancies_group\`)
  WHERE \`tenantId\` = ? AND \`resolution\` IS NULL AND \`groupKey\` IN (?)
  ORDER BY \`groupKey\`, \`id\` LIMIT ${MOST_READ}`;

/** Groups of open discrepancies, and what is in them. */
@Injectable()
export class GroupsRepository {
  constructor(@InjectRepository(Discrepancy) private readonly discrepancies: Repository<Discrepancy>) {}

  /** The most frequent first. */
  async recordedValues({ tenantId }: Scope, groupKeys: readonly string[]): Promise<RecordedValue[]> {
    if (groupKeys.length === 0) return [];
    // Values that differ in the case of a letter are different ones.
    const rows: Counted<RecordedValue>[] = await this.discrepancies.query(
      `SELECT \`member\`.\`groupKey\`, MIN(\`one\`.\`recorded\`) AS \`recorded\`, COUNT(*) AS \`submissions\`
      FROM (${MEMBERS}) \`member\` STRAIGHT_JOIN \`discrepancies\` \`one\` ON \`one\`.\`id\` = \`member\`.\`id\`
      GROUP BY \`member\`.\`groupKey\`, \`one\`.\`recorded\` COLLATE utf8mb4_bin
      ORDER BY \`submissions\` DESC, \`recorded\``,
      [tenantId, groupKeys],
    );
    return rows.map((row) => ({ ...row, submissions: Number(row.submissions) }));
  }

  /** The most frequent first. */
  async otherFields({ tenantId }: Scope, groupKeys: readonly string[]): Promise<OtherField[]> {
    if (groupKeys.length === 0) return [];
    const rows: Counted<OtherField>[] = await this.discrepancies.query(
      `SELECT \`member\`.\`groupKey\`, \`other\`.\`field\`, COUNT(*) AS \`submissions\`
      FROM (${MEMBERS}) \`member\`
      STRAIGHT_JOIN \`discrepancies\` \`other\` FORCE INDEX (\`ix_discrepancies_submission\`)
        ON \`other\`.\`tenantId\` = ? AND \`other\`.\`submissionId\` = \`member\`.\`submissionId\`
        AND \`other\`.\`resolution\` IS NULL AND \`other\`.\`field\` <> \`member\`.\`field\`
      GROUP BY \`member\`.\`groupKey\`, \`other\`.\`field\` ORDER BY \`submissions\` DESC, \`field\``,
      [tenantId, groupKeys, tenantId],
    );
    return rows.map((row) => ({ ...row, submissions: Number(row.submissions) }));
  }

  /** The ID of the newest open discrepancy; 0 when none is open. */
  async newestOpen({ tenantId }: Scope): Promise<number> {
    const [row]: { newest: number | string | null }[] = await this.discrepancies.query(
      `SELECT MAX(\`id\`) AS \`newest\` FROM \`discrepancies\` FORCE INDEX (\`ix_discrepancies_open\`)
      WHERE \`tenantId\` = ? AND \`resolution\` IS NULL`,
      [tenantId],
    );
    return Number(row?.newest ?? 0);
  }

  /** The first {@link MOST_READ} of these groups, in the order in which they were found. */
  async members(
    { tenantId }: Scope,
    groupKeys: readonly string[],
    newest: number,
  ): Promise<Pick<Discrepancy, 'id' | 'submissionId'>[]> {
    const rows: { id: number | string; submissionId: string }[] = await this.discrepancies.query(
      `SELECT \`id\`, \`submissionId\` FROM (
        SELECT \`id\`, \`submissionId\` FROM \`discrepancies\` FORCE INDEX (\`ix_discrepancies_group\`)
        WHERE \`tenantId\` = ? AND \`resolution\` IS NULL AND \`groupKey\` IN (?) AND \`id\` <= ?
        ORDER BY \`id\` LIMIT ${MOST_READ}) \`member\` ORDER BY \`id\``,
      [tenantId, groupKeys, newest],
    );
    return rows.map(({ id, submissionId }) => ({ id: Number(id), submissionId }));
  }

  /** The next submissions of these groups, in the order of their IDs. */
  async submissions(
    { tenantId }: Scope,
    { groupKeys, newest }: Pick<Chosen, 'groupKeys' | 'newest'>,
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<string[]> {
    const rows: { submissionId: string }[] = await this.discrepancies.query(
      `SELECT DISTINCT \`submissionId\` FROM \`discrepancies\` FORCE INDEX (\`ix_discrepancies_group\`)
      WHERE \`tenantId\` = ? AND \`resolution\` IS NULL AND \`groupKey\` IN (?) AND \`id\` <= ?
        AND \`submissionId\` > ? ORDER BY \`submissionId\` LIMIT ?`,
      [tenantId, groupKeys, newest, after, limit],
    );
    return rows.map(({ submissionId }) => submissionId);
  }

  /** What is open of these submissions, by submission. */
  async openOf(
    { tenantId }: Scope,
    submissionIds: readonly string[],
  ): Promise<ReadonlyMap<string, OpenDiscrepancy[]>> {
    const rows = await this.discrepancies.find({
      select: OPEN,
      where: { tenantId, submissionId: In([...submissionIds]), resolution: IsNull() },
      order: { id: 'ASC' },
    });
    const bySubmission = new Map<string, OpenDiscrepancy[]>(submissionIds.map((id) => [id, []]));
    for (const row of rows) bySubmission.get(row.submissionId)?.push(row);
    return bySubmission;
  }

  /** The first discrepancy of each of these groups, an open one where there is any. */
  async examples(scope: Scope, groupKeys: readonly string[]): Promise<ReadonlyMap<string, Discrepancy>> {
    const open = await this.firstOf(scope, groupKeys, '`resolution` IS NULL');
    const others = groupKeys.filter((key) => !open.has(key));
    const decided = await this.firstOf(scope, others, '`resolution` IN (?)', RESOLUTIONS);
    return new Map([...decided, ...open]);
  }

  private async firstOf(
    { tenantId }: Scope,
    groupKeys: readonly string[],
    condition: string,
    ...values: readonly unknown[]
  ): Promise<ReadonlyMap<string, Discrepancy>> {
    if (groupKeys.length === 0) return new Map();
    const rows: { id: number | string }[] = await this.discrepancies.query(
      `SELECT MIN(\`id\`) AS \`id\` FROM \`discrepancies\` FORCE INDEX (\`ix_discrepancies_group\`)
      WHERE \`tenantId\` = ? AND ${condition} AND \`groupKey\` IN (?) GROUP BY \`groupKey\``,
      [tenantId, ...values, groupKeys],
    );
    const found = await this.discrepancies.findBy({ tenantId, id: In(rows.map(({ id }) => Number(id))) });
    return new Map(found.flatMap((one) => (one.groupKey === null ? [] : [[one.groupKey, one]])));
  }
}
