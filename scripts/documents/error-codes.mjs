/** @returns a table of every error code: what it means, and what a caller can do */
export async function errorTable() {
  const { ERROR_MEANINGS } = await import('../../src/errors/meanings.ts');
  const { ERROR_CODES, ERROR_STATUS } = await import('../../src/errors/refusal.ts');
  const rows = ERROR_CODES.map((code) => {
    const { meaning, remedy } = ERROR_MEANINGS[code];
    return `| \`${code}\` | ${ERROR_STATUS[code]} | ${meaning} | ${remedy} |`;
  });
  return ['| Code | Status | Meaning | What to do |', '|---|---|---|---|', ...rows].join('\n');
}
