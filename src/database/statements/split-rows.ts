/** A statement stays far below max_allowed_packet (16 MiB on MariaDB) even when every character takes three bytes. */
const STATEMENT_CHARACTERS = 2 * 1024 * 1024;

function sizeOf(row: readonly unknown[]): number {
  return row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
}

/** Splits the rows of a write into as few statements as their size allows. */
export function statementsOf(rows: readonly unknown[][]): unknown[][][] {
  const statements: unknown[][][] = [];
  let room = 0;
  for (const row of rows) {
    const size = sizeOf(row);
    const current = statements.at(-1);
    if (current === undefined || size > room) {
      statements.push([row]);
      room = STATEMENT_CHARACTERS;
    } else current.push(row);
    room -= size;
  }
  return statements;
}
