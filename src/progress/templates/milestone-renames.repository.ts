import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Scope } from '../../tenancy/scope.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { MilestoneRename } from '../entities/milestone-rename.entity.js';

type Begun = Pick<MilestoneRename, 'programId' | 'code' | 'name' | 'total'>;

/** The renames of milestones: one for each milestone of a template, begun again by the next one. */
@Injectable()
export class MilestoneRenamesRepository {
  constructor(@InjectRepository(MilestoneRename) private readonly renames: Repository<MilestoneRename>) {}

  /** Those of a template. */
  of({ tenantId }: Pick<Scope, 'tenantId'>, programId: string): Promise<MilestoneRename[]> {
    return this.renames.find({ where: { tenantId, programId }, order: { code: 'ASC' } });
  }

  /** Those of all tenants that have not ended, the oldest first. */
  unfinished(): Promise<MilestoneRename[]> {
    return this.renames.find({ where: { finishedAt: IsNull() }, order: { startedAt: 'ASC' } });
  }

  async begin(
    { tenantId }: Pick<Scope, 'tenantId'>,
    transaction: Transaction,
    { programId, code, name, total }: Begun,
  ): Promise<void> {
    await transaction.write(
      `INSERT INTO \`milestone_renames\`
          (\`tenantId\`, \`programId\`, \`code\`, \`name\`, \`turn\`, \`total\`, \`done\`, \`lastId\`, \`startedAt\`)
        VALUES (?, ?, ?, ?, 1, ?, 0, '', ?)
        ON DUPLICATE KEY UPDATE \`name\` = VALUES(\`name\`), \`turn\` = \`turn\` + 1, \`total\` = VALUES(\`total\`),
          \`done\` = 0, \`lastId\` = '', \`startedAt\` = VALUES(\`startedAt\`), \`finishedAt\` = NULL`,
      [tenantId, programId, code, name, total, wallTime()],
    );
  }

  /** Does nothing when the rename has begun again, or when another process is further. */
  async advance(
    transaction: Transaction,
    { tenantId, programId, code, turn, lastId }: MilestoneRename,
    studentIds: readonly string[],
  ): Promise<void> {
    await transaction.write(
      `UPDATE \`milestone_renames\` SET \`done\` = \`done\` + ?, \`lastId\` = ?,
          \`total\` = GREATEST(\`total\`, \`done\`)
        WHERE \`tenantId\` = ? AND \`programId\` = ? AND \`code\` = ? AND \`turn\` = ? AND \`lastId\` = ?`,
      [studentIds.length, studentIds.at(-1), tenantId, programId, code, turn, lastId],
    );
  }

  /** Ends the rename. `total` becomes `done`, since students may have left meanwhile. */
  async finish({ tenantId, programId, code, turn, lastId }: MilestoneRename): Promise<void> {
    await this.renames.query(
      `UPDATE \`milestone_renames\` SET \`total\` = \`done\`, \`finishedAt\` = ? WHERE \`tenantId\` = ?
        AND \`programId\` = ? AND \`code\` = ? AND \`turn\` = ? AND \`lastId\` = ? AND \`finishedAt\` IS NULL`,
      [wallTime(), tenantId, programId, code, turn, lastId],
    );
  }
}
