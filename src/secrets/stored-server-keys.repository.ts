import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import { withNamedLock } from '../database/named-lock.js';
import { StoredServerKey } from './stored-server-key.entity.js';

const LOCK_SECONDS = 60;

/** The server keys that the database was used with. They belong to no tenant. */
@Injectable()
export class StoredServerKeysRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The key in use comes first. */
  list(): Promise<StoredServerKey[]> {
    return this.dataSource.manager.find(StoredServerKey, { order: { since: 'DESC', keyId: 'ASC' } });
  }

  /** @returns undefined when another process had the lock for a minute */
  whileLocked<T>(work: () => Promise<T>): Promise<T | undefined> {
    return withNamedLock(this.dataSource, 'integration-api-keys', LOCK_SECONDS, work);
  }

  /** Makes this key the one in use. */
  async put(keyId: string, sealedHashKey: Buffer): Promise<void> {
    // Later than every other, also when two keys change within a millisecond or a clock was set back.
    const sql = `INSERT INTO \`server_keys\` (\`keyId\`, \`since\`, \`sealedHashKey\`)
      SELECT ?, later.\`at\`, ? FROM (
        SELECT GREATEST(UTC_TIMESTAMP(3), COALESCE(MAX(\`since\`) + INTERVAL 1000 MICROSECOND, '2000-01-01')) AS \`at\`
        FROM \`server_keys\`
      ) AS later
      ON DUPLICATE KEY UPDATE \`since\` = VALUES(\`since\`), \`sealedHashKey\` = VALUES(\`sealedHashKey\`)`;
    await this.dataSource.query(sql, [keyId, sealedHashKey]);
  }

  async remove(keyId: string): Promise<void> {
    await this.dataSource.manager.delete(StoredServerKey, { keyId });
  }
}
