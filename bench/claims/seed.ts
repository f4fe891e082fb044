/** Runs one statement. */
export type Ask = (sql: string, parameters?: readonly unknown[]) => Promise<unknown>;

/** A student with one approved submission that is queued, made by calls. */
export interface Original {
  readonly tenantId: string;
  readonly studentId: string;
  readonly submissionId: string;
}

export interface Copies {
  /** How many students, each with a queued submission of their own. */
  readonly count: number;
  /** Copies are numbered from here on, and queued in the order of their numbers. */
  readonly from?: number;
}

/** Copies of the open item alone, which nothing can be handed out for. */
export interface OpenItems extends Copies {
  /** Values of the copies, as expressions of `n`. */
  readonly values: Readonly<Record<string, string>>;
}

const DIGITS = `(SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4
  UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)`;
const PARTS = 50_000;

/** The numbers from `from`, fewer than 50,000 of them. */
function numbers(from: number, count: number): string {
  return `(SELECT ${from} + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS n
    FROM ${DIGITS} a, ${DIGITS} b, ${DIGITS} c, ${DIGITS} e, ${DIGITS} f
    WHERE a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d < ${count}) AS numbers`;
}

/** The values of a copy that differ from the original's, as expressions of `n`. */
type Values = Readonly<Record<string, string>>;

const SUBMISSION = "CONCAT('copy-', LPAD(n, 9, '0'))";
const STUDENT = "CONCAT('9507', LPAD(n, 8, '0'))";
const EMAIL = "CONCAT('copy', n, '@copies.example.edu')";
/** Three of them share each millisecond. */
const QUEUED = "TIMESTAMP('2026-01-01') + INTERVAL (FLOOR(n / 3) * 40 * 1000) MICROSECOND";

const TABLES: readonly { table: string; key: 'id' | 'submissionId'; values: Values }[] = [
  { table: 'users', key: 'id', values: { id: STUDENT, email: EMAIL, emailKey: EMAIL, legacyNumber: 'NULL' } },
  { table: 'submissions', key: 'submissionId', values: { submissionId: SUBMISSION, studentId: STUDENT } },
  {
    table: 'sync_items',
    key: 'submissionId',
    values: { submissionId: SUBMISSION, studentId: STUDENT, queuedAt: QUEUED, updatedAt: QUEUED },
  },
  {
    table: 'sync_open_items',
    key: 'submissionId',
    values: { submissionId: SUBMISSION, studentId: STUDENT, queuedAt: QUEUED },
  },
];

/** Writes copies of one row of a table. */
async function copyRow(
  ask: Ask,
  { tenantId, studentId, submissionId }: Original,
  { table, key, values }: (typeof TABLES)[number],
  { count, from = 0 }: Copies,
): Promise<void> {
  const columns = (await ask(`SHOW COLUMNS FROM \`${table}\``)) as { Field: string; Extra: string }[];
  const names = columns
    .filter(({ Extra }) => !/generated|auto_increment/i.test(Extra))
    .map(({ Field }) => Field);
  const into = names.map((name) => `\`${name}\``).join(', ');
  const selected = names.map((name) => values[name] ?? `t.\`${name}\``).join(', ');
  for (let done = 0; done < count; done += PARTS)
    await ask(
      `INSERT INTO \`${table}\` (${into}) SELECT ${selected} FROM \`${table}\` t
        JOIN ${numbers(from + done, Math.min(PARTS, count - done))} WHERE t.\`tenantId\` = ? AND t.\`${key}\` = ?`,
      [tenantId, key === 'id' ? studentId : submissionId],
    );
}

/** Writes copies of the open item of a queued submission. */
export async function copyOpenItems(
  ask: Ask,
  original: Original,
  { values, ...copies }: OpenItems,
): Promise<void> {
  const [table] = TABLES.filter(({ table }) => table === 'sync_open_items');
  if (table === undefined) throw new Error('There is no table of open items');
  await copyRow(ask, original, { ...table, values: { ...table.values, ...values } }, copies);
}

/** Writes copies of a student's queued submission directly, as calls would leave them. */
export async function copyQueued(ask: Ask, original: Original, copies: Copies): Promise<void> {
  const { tenantId, submissionId } = original;
  const { count } = copies;
  for (const table of TABLES) await copyRow(ask, original, table, copies);
  await ask(
    `INSERT INTO \`sync_counters\`
      (\`tenantId\`, \`kind\`, \`targetSystem\`, \`name\`, \`period\`, \`part\`, \`count\`, \`firstAt\`, \`lastAt\`)
      SELECT \`tenantId\`, 'queued', \`targetSystem\`, \`formType\`, 0, 0, ?, \`queuedAt\`, \`queuedAt\`
      FROM \`sync_open_items\` WHERE \`tenantId\` = ? AND \`submissionId\` = ?
      ON DUPLICATE KEY UPDATE \`count\` = \`count\` + VALUES(\`count\`)`,
    [count, tenantId, submissionId],
  );
}
