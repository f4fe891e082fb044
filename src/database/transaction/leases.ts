import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Milliseconds since 1970, by the clock of the database. */
export const NOW_MS = 'CAST(UNIX_TIMESTAMP(CURRENT_TIMESTAMP(3)) * 1000 AS UNSIGNED)';

/**
 * Lets one process at a time do a piece of periodic work. If the holder dies, another process takes the lease when it
 * expires.
 */
@Injectable()
export class Leases {
  private readonly holder = randomUUID();

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Takes or prolongs the lease. @returns whether this process holds it now */
  async hold(name: string, milliseconds: number): Promise<boolean> {
    const sql = `INSERT INTO \`leases\` (\`name\`, \`holder\`, \`until\`) VALUES (?, ?, ${NOW_MS} + ?)
      ON DUPLICATE KEY UPDATE
        \`holder\` = IF(\`holder\` = VALUES(\`holder\`) OR \`until\` < ${NOW_MS}, VALUES(\`holder\`), \`holder\`),
        \`until\` = IF(\`holder\` = VALUES(\`holder\`), VALUES(\`until\`), \`until\`)`;
    await this.dataSource.query(sql, [name, this.holder, milliseconds]);
    const rows: { holder: string }[] = await this.dataSource.query(
      'SELECT `holder` FROM `leases` WHERE `name` = ?',
      [name],
    );
    return rows[0]?.holder === this.holder;
  }

  async release(name: string): Promise<void> {
    await this.dataSource.query('DELETE FROM `leases` WHERE `name` = ? AND `holder` = ?', [
      name,
      this.holder,
    ]);
  }
}
