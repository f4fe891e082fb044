/**
 * A condition on rows about single people: none of them has a legal hold. The table is that of `privacy/legal-hold`,
 * which stands behind the rooms whose rows are removed.
 * @param columns with the IDs of people, some of which may be null
 */
export function unheld(table: string, columns: readonly string[]): string {
  const ids = columns.map((column) => `\`${table}\`.\`${column}\``).join(', ');
  return `NOT EXISTS (SELECT 1 FROM \`legal_holds\` AS \`h\`
    WHERE \`h\`.\`tenantId\` = \`${table}\`.\`tenantId\` AND \`h\`.\`userId\` IN (${ids}))`;
}
