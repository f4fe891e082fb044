// Writes each approved submission as a row into a table of a MySQL or MariaDB database.
import { connector, IntegrationApi } from '@integration-api/client';
import { createPool } from 'mysql2/promise';

import { addressAndCredential, logEvent } from '../settings.mjs';

const pool = createPool(process.env.TARGET_DATABASE_URL ?? 'mysql://root@127.0.0.1/example');
await pool.query(`CREATE TABLE IF NOT EXISTS deliveries (
  id varchar(128) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
  submissionId varchar(64) NOT NULL, studentId varchar(64) NOT NULL, formType varchar(64) NOT NULL,
  fields json NOT NULL, decidedAt datetime(3), KEY deliveries_student (studentId)
) DEFAULT CHARSET utf8mb4`);

const running = connector({
  client: new IntegrationApi(addressAndCredential()),
  untilEmpty: process.argv.includes('--once'),
  onEvent: logEvent,
  async handle({ envelope: { id, data } }) {
    const { submissionId, student, formType, fields, decidedAt } = data;
    // The key is the id of the content: a row that is written twice is one row.
    await pool.execute(
      `INSERT INTO deliveries (id, submissionId, studentId, formType, fields, decidedAt)
       VALUES (?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE id = id`,
      [id, submissionId, student.id, formType, JSON.stringify(fields), decidedAt && new Date(decidedAt)],
    );
  },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void running.stop());
await running.done.finally(() => pool.end());
