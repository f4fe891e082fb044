import type { Ask } from '../../../bench/load/verdict.js';

/** For rows that one transaction writes together: queries for rows without their counterpart. */
const HALVES: Readonly<Record<string, string>> = {
  'students without a progress record': `SELECT u.\`id\` AS \`name\` FROM \`users\` u
    LEFT JOIN \`progress_documents\` d ON d.\`tenantId\` = u.\`tenantId\` AND d.\`studentId\` = u.\`id\`
    WHERE u.\`tenantId\` = ? AND u.\`accountType\` = 'Student' AND d.\`studentId\` IS NULL`,
  'progress records without a user': `SELECT d.\`studentId\` AS \`name\` FROM \`progress_documents\` d
    LEFT JOIN \`users\` u ON u.\`tenantId\` = d.\`tenantId\` AND u.\`id\` = d.\`studentId\`
    WHERE d.\`tenantId\` = ? AND u.\`id\` IS NULL`,
  'records without a place in the order of changes': `SELECT d.\`studentId\` AS \`name\` FROM \`progress_documents\` d
    LEFT JOIN \`progress_changes\` c ON c.\`tenantId\` = d.\`tenantId\` AND c.\`stamp\` = d.\`changedAt\`
    AND c.\`studentId\` = d.\`studentId\`
    WHERE d.\`tenantId\` = ? AND (c.\`stamp\` IS NULL OR c.\`supersededBy\` IS NOT NULL)`,
  'people without a place in the order of changes': `SELECT u.\`id\` AS \`name\` FROM \`users\` u
    WHERE u.\`tenantId\` = ? AND u.\`changedAt\` < 1000 * UNIX_TIMESTAMP(u.\`updatedAt\`)`,
  'people without a history': `SELECT u.\`id\` AS \`name\` FROM \`users\` u
    LEFT JOIN \`user_changes\` c ON c.\`tenantId\` = u.\`tenantId\` AND c.\`userId\` = u.\`id\`
    WHERE u.\`tenantId\` = ? AND c.\`id\` IS NULL`,
  'history without a user': `SELECT c.\`userId\` AS \`name\` FROM \`user_changes\` c
    LEFT JOIN \`users\` u ON u.\`tenantId\` = c.\`tenantId\` AND u.\`id\` = c.\`userId\`
    WHERE c.\`tenantId\` = ? AND u.\`id\` IS NULL`,
  'people with a number that may be handed out again': `SELECT u.\`id\` AS \`name\` FROM \`users\` u
    JOIN \`user_numbers\` n ON n.\`tenantId\` = u.\`tenantId\` AND n.\`prefix\` = LEFT(u.\`id\`, 3)
    WHERE u.\`tenantId\` = ? AND CAST(SUBSTRING(u.\`id\`, 4) AS UNSIGNED) >= n.\`next\``,
  'submissions whose last step is another': `SELECT s.\`submissionId\` AS \`name\` FROM \`submissions\` s
    LEFT JOIN \`submission_transitions\` t ON t.\`id\` = (SELECT MAX(l.\`id\`) FROM \`submission_transitions\` l
      WHERE l.\`tenantId\` = s.\`tenantId\` AND l.\`submissionId\` = s.\`submissionId\`)
    WHERE s.\`tenantId\` = ? AND s.\`status\` <> COALESCE(t.\`to\`, 'draft')`,
  'items of the queue without a submission': `SELECT i.\`submissionId\` AS \`name\` FROM \`sync_items\` i
    LEFT JOIN \`submissions\` s ON s.\`tenantId\` = i.\`tenantId\` AND s.\`submissionId\` = i.\`submissionId\`
    WHERE i.\`tenantId\` = ? AND s.\`submissionId\` IS NULL`,
};

/** One line for each row without its counterpart. */
export async function findHalves(ask: Ask, tenantId: string): Promise<string[]> {
  const found: string[] = [];
  for (const [what, sql] of Object.entries(HALVES))
    for (const row of await ask(sql, [tenantId])) found.push(`${what}: ${String(row['name'])}`);
  return found;
}
