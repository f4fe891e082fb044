// What is in every table, in a form that two servers of one family can be compared by.

/** Types whose bytes are compared; values of the others are compared as text. */
const BYTES = new Set(['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'bit']);
const HALF = 16;

/**
 * For each table the number of rows and a digest: the SHA-256 of each row, of which the first 128 bits are combined by
 * XOR, so that the order does not matter. Two equal rows would cancel each other out, but every table has a primary
 * key. CHECKSUM TABLE is another sum on another version.
 * @param connection in a transaction, for the state of one moment
 * @returns a map from the name of the table to `{ rows, digest }`
 */
export async function digestsOf(connection, database) {
  await connection.query("SET NAMES utf8mb4, time_zone = '+00:00'");
  const found = new Map();
  for (const [table, columns] of await columnsOf(connection, database)) {
    const [[row]] = await connection.query(digestSql(database, table, columns));
    found.set(table, { rows: Number(row.rows), digest: `${row.first}${row.second}` });
  }
  return found;
}

/** @returns one line for each table that is not the same in both */
export function differencesOf(expected, restored) {
  const lines = [];
  for (const table of [...new Set([...expected.keys(), ...restored.keys()])].sort()) {
    const [here, there] = [expected.get(table), restored.get(table)];
    if (there === undefined) lines.push(`${table}: missing`);
    else if (here === undefined) lines.push(`${table}: not expected`);
    else if (here.rows !== there.rows) lines.push(`${table}: ${there.rows} rows instead of ${here.rows}`);
    else if (here.digest !== undefined && here.digest !== there.digest)
      lines.push(`${table}: as many rows, but other ones`);
  }
  return lines;
}

export async function columnsOf(connection, database) {
  const [rows] = await connection.query(
    'SELECT c.`TABLE_NAME` AS `table`, c.`COLUMN_NAME` AS `column`, c.`DATA_TYPE` AS `type` ' +
      'FROM information_schema.`COLUMNS` c JOIN information_schema.`TABLES` t ' +
      'ON t.`TABLE_SCHEMA` = c.`TABLE_SCHEMA` AND t.`TABLE_NAME` = c.`TABLE_NAME` ' +
      "WHERE c.`TABLE_SCHEMA` = ? AND t.`TABLE_TYPE` = 'BASE TABLE' " +
      'ORDER BY c.`TABLE_NAME`, c.`ORDINAL_POSITION`',
    [database],
  );
  return groupedByTable(rows);
}

function groupedByTable(rows) {
  const tables = new Map();
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  return tables;
}

function comparable(name, type) {
  if (BYTES.has(type.toLowerCase())) return name;
  // As text it would have no more digits than a dump keeps of it.
  if (type.toLowerCase() === 'float') return `CAST(CAST(${name} AS DECIMAL(65, 30)) AS CHAR)`;
  return `CAST(${name} AS CHAR)`;
}

function digestSql(database, table, columns) {
  const values = columns.map(
    ({ column, type }) => `COALESCE(HEX(${comparable(`\`${column}\``, type)}), '-')`,
  );
  const half = (from) =>
    `LPAD(HEX(BIT_XOR(CAST(CONV(SUBSTRING(\`hash\`, ${from}, ${HALF}), 16, 10) AS UNSIGNED))), ${HALF}, '0')`;
  const hashes = `SELECT SHA2(CONCAT_WS(',', ${values.join(', ')}), 256) AS \`hash\` FROM \`${database}\`.\`${table}\``;
  const digest = `${half(1)} AS \`first\`, ${half(1 + HALF)} AS \`second\``;
  return `SELECT COUNT(*) AS \`rows\`, ${digest} FROM (${hashes}) AS \`hashes\``;
}
