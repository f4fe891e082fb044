import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './tool.mjs';

const SECONDS = 300;

/** Requests every word of a list in one place of an address. */
export async function fuzz({ name, url, headers, words }, folder) {
  const report = join(folder, `${name}.json`);
  const credentials = Object.entries(headers).flatMap(([key, value]) => ['-H', `${key}: ${value}`]);
  const options = ['-s', '-mc', 'all', '-t', '20', '-o', report, '-of', 'json', '-maxtime', String(SECONDS)];
  const { printed, isWhole } = await runTool(
    'ffuf',
    ['-u', url, '-w', words, ...credentials, ...options],
    SECONDS + 10,
  );
  if (!isWhole) throw new Error(`ffuf ended early: ${printed.slice(-500)}`);
  const { results } = JSON.parse(readFileSync(report, 'utf8'));
  const statuses = {};
  for (const { status } of results) statuses[status] = (statuses[status] ?? 0) + 1;
  const asked = readFileSync(words, 'latin1').split('\n').filter(Boolean).length;
  return { name, asked, statuses, results: results.map(({ url: address, status }) => ({ address, status })) };
}
