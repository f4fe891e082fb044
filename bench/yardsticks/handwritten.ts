/**
 * What a good engineer writes in an afternoon: looks the person up by the three keys within the tenant, and inserts or
 * updates the fields that were sent, in one transaction. No scopes, numbers of its own, history, progress documents, log,
 * batches or retries; a person who is unchanged is written again.
 */
import type { ResultSetHeader, RowDataPacket } from 'mysql2/promise';

import { columnsOf, keysOf, prepareDatabase, type Save, serve } from './handwritten-app.js';

/** Each part is a look-up in one unique index; with OR the server merges them, at 0.87 of the rate. */
const FIND =
  'SELECT id FROM people WHERE id = ? AND tenantId = ? UNION ALL SELECT id FROM people WHERE tenantId = ? AND externalId = ? ' +
  'UNION ALL SELECT id FROM people WHERE tenantId = ? AND email = ? LIMIT 1';

const pool = await prepareDatabase();

const save: Save = async ({ tenantId }, person) => {
  const values = columnsOf(person);
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [[found]] = await connection.query<RowDataPacket[]>(FIND, keysOf(tenantId, person));
    const now = new Date();
    let id = found?.['id'] as number | undefined;
    if (id === undefined) {
      const row = { ...values, tenantId, createdAt: now, updatedAt: now };
      id = (await connection.query<ResultSetHeader>('INSERT INTO people SET ?', [row]))[0].insertId;
    } else {
      await connection.query('UPDATE people SET ? WHERE id = ?', [{ ...values, updatedAt: now }, id]);
    }
    await connection.commit();
    return { id, kind: found === undefined ? 'inserted' : 'updated' };
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
};

serve(pool, save);
