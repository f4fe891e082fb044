import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import { BatchTable } from '../database/statements/batch-table.js';
import { SingleStatements } from '../database/transaction/reader.js';
import { BackgroundRun } from './background-run.entity.js';

@Injectable()
export class BackgroundRunsRepository {
  private readonly table: BatchTable<BackgroundRun>;

  constructor(@InjectRepository(BackgroundRun) private readonly runs: Repository<BackgroundRun>) {
    this.table = new BatchTable(runs, ['name', 'process']);
  }

  /** Replaces what this process wrote before. */
  save(runs: readonly BackgroundRun[]): Promise<void> {
    return this.table.put(new SingleStatements(this.runs.manager), runs);
  }

  /** Of all processes. */
  all(): Promise<BackgroundRun[]> {
    return this.runs.find({ order: { name: 'ASC', startedAt: 'DESC' } });
  }

  /** Forgets processes that have ended, but of each work the latest run. */
  async forgetBefore(seenAt: Date): Promise<void> {
    const sql = `DELETE \`runs\` FROM \`background_runs\` AS \`runs\` JOIN (
        SELECT \`name\`, MAX(\`startedAt\`) AS \`latest\` FROM \`background_runs\` GROUP BY \`name\`
      ) AS \`last\` ON \`last\`.\`name\` = \`runs\`.\`name\`
      WHERE \`runs\`.\`seenAt\` < ? AND \`runs\`.\`startedAt\` < \`last\`.\`latest\``;
    await this.runs.query(sql, [seenAt]);
  }
}
