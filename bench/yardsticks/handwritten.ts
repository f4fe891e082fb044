/**
 * A simple service of an afternoon's work: finds the person by the three keys within the tenant, and inserts or updates
 * the fields that were sent, in one transaction. No scopes, own numbers, history, progress documents, log, batches or
 * retries; an unchanged person is written again.
 */
import type { ResultSetHeader, RowDataPacket } from 'mysql2/promise';

import { columnsOf, inTransaction, keysOf, prepareDatabase, type Save, serve } from './handwritten-app.js';

/** Each part is a look-up in one unique index; with OR the server merges them, at 0.87 of the rate. */
const FIND =
  'SELECT id FROM people WHERE id = ? AND tenantId = ? UNION ALL SELECT id FROM people WHERE ' +
  'tenantId = ? AND externalId = ? ' +
  'UNION ALL SELECT id FROM people WHERE tenantId = ? AND email = ? LIMIT 1';

const pool = await prepareDatabase();

const save: Save = ({ tenantId }, person) =>
  inTransaction(pool, async (connection) => {
    const values = columnsOf(person);
    const [[found]] = await connection.query<RowDataPacket[]>(FIND, keysOf(tenantId, person));
    const now = new Date();
    const id = found?.['id'] as number | undefined;
    if (id === undefined) {
      const row = { ...values, tenantId, createdAt: now, updatedAt: now };
      const [{ insertId }] = await connection.query<ResultSetHeader>('INSERT INTO people SET ?', [row]);
      return { id: insertId, kind: 'inserted' };
    }
    await connection.query('UPDATE people SET ? WHERE id = ?', [{ ...values, updatedAt: now }, id]);
    return { id, kind: 'updated' };
  });

serve(pool, save);
