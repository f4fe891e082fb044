import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import type { ConnectionTarget } from '../database/connection/connection-target.js';
import { isMissingTable, withConnection } from '../database/connection/one-connection.js';
import { withNamedLock } from '../database/named-lock.js';
import type { KeyInUse } from './key-fit.js';
import { StoredServerKey } from './stored-server-key.entity.js';

const LOCK_SECONDS = 60;

/**
 * The ID of the key in use, as an expression of SQL. A process that still has the older key as its current one must not
 * hash again what another process hashed under the newer one.
 */
export const KEY_IN_USE = '(SELECT `keyId` FROM `server_keys` ORDER BY `inUseSince` DESC LIMIT 1)';

/**
 * The key in use, for a check before the application is there. Undefined when no key was used yet, or the tables are
 * missing.
 */
export function readKeyInUse(target: ConnectionTarget): Promise<KeyInUse | undefined> {
  return withConnection(target, async (ask) => {
    try {
      const sql = `SELECT \`keyId\`, CAST(\`inUseSince\` AS CHAR) AS \`inUseSince\` FROM \`server_keys\`
        ORDER BY \`inUseSince\` DESC LIMIT 1`;
      const [row] = await ask(sql);
      if (row === undefined) return undefined;
      return { keyId: String(row['keyId']), inUseSince: new Date(`${String(row['inUseSince'])}Z`) };
    } catch (error) {
      if (isMissingTable(error)) return undefined;
      throw error;
    }
  });
}

/** The server keys that the database was used with. They belong to no tenant. */
@Injectable()
export class StoredServerKeysRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The key in use comes first. */
  list(): Promise<StoredServerKey[]> {
    return this.dataSource.manager.find(StoredServerKey, { order: { inUseSince: 'DESC' } });
  }

  /** @returns undefined when another process had the lock for a minute */
  whileLocked<T>(work: () => Promise<T>): Promise<T | undefined> {
    return withNamedLock(this.dataSource, 'integration-api-keys', LOCK_SECONDS, work);
  }

  /** Makes this key the one in use. To be called {@link whileLocked}. */
  async put(keyId: string, sealedHashKey: Buffer): Promise<void> {
    // Later than every other one, also when two keys change within a millisecond or a clock was set back.
    const [row]: { at: Date }[] = await this.dataSource.query(
      `SELECT GREATEST(UTC_TIMESTAMP(3), COALESCE(MAX(\`inUseSince\`) + INTERVAL 1000 MICROSECOND, UTC_TIMESTAMP(3)))
        AS \`at\` FROM \`server_keys\``,
    );
    await this.dataSource.query(
      `INSERT INTO \`server_keys\` (\`keyId\`, \`createdAt\`, \`inUseSince\`, \`sealedHashKey\`) VALUES (?, ?, ?, ?)
        ON DUPLICATE KEY UPDATE \`inUseSince\` = VALUES(\`inUseSince\`), \`sealedHashKey\` = VALUES(\`sealedHashKey\`)`,
      [keyId, row?.at, row?.at, sealedHashKey],
    );
  }

  /** To be called {@link whileLocked}. @param sealedHashKey empty when the key is to open none any more */
  async setHashKeys(keyId: string, sealedHashKey: Buffer): Promise<void> {
    await this.dataSource.manager.update(StoredServerKey, { keyId }, { sealedHashKey });
  }
}
