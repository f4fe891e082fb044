import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import { NOW_MS } from './leases.js';
import type { CommitMark } from './commit-mark.entity.js';

/** The marks of one process, and the name that the server gives itself. */
export interface ReadMarks {
  readonly server: string;
  readonly marks: readonly Pick<CommitMark, 'connection' | 'number' | 'at'>[];
}

interface Row {
  readonly server: string;
  readonly connection: number | null;
  readonly number: number | null;
  readonly at: number | null;
}

@Injectable()
export class CommitMarksRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** A killed statement of MariaDB may answer with fewer rows (docs/decisions/0041). */
  async of(process: string): Promise<ReadMarks> {
    const sql = `SELECT \`self\`.\`server\`, \`connection\`, \`number\`, \`at\`
      FROM (SELECT CONCAT(@@hostname, ':', @@port, ' #', @@server_id) AS \`server\`) \`self\`
      LEFT JOIN \`commit_marks\` ON \`process\` = ?`;
    const rows = await this.dataSource.query<Row[]>(sql, [process]);
    const marks = rows.flatMap(({ connection, number, at }) =>
      connection === null ? [] : [{ connection, number: Number(number), at: Number(at) }],
    );
    return { server: rows[0]?.server ?? '', marks };
  }

  /**
   * Deletes the marks of ended processes, which are older than so many milliseconds by the clock of this process and by
   * that of the database: a clock that is set wrong must not delete marks that are compared.
   */
  async deleteOlder(ms: number): Promise<void> {
    const sql = `DELETE FROM \`commit_marks\` WHERE \`at\` < CAST(LEAST(?, ${NOW_MS}) AS SIGNED) - ?`;
    await this.dataSource.query(sql, [Date.now(), ms]);
  }
}
