import type { Comparison } from './cost.js';
import { type ReportRow, reportRow } from './report.js';

/**
 * Measures in rounds, of which the first one only warms up.
 * @param first 1 without such a round
 * @returns what the rounds measured, by its name
 */
export async function inRounds<T>(
  subject: string,
  rounds: number,
  measure: (round: number) => Promise<Readonly<Record<string, T>>>,
  first = 0,
): Promise<Map<string, T[]>> {
  const measured = new Map<string, T[]>();
  for (let round = first; round <= rounds; round += 1) {
    process.stderr.write(`${subject}, round ${round} of ${rounds}.\n`);
    for (const [what, one] of Object.entries(await measure(round)))
      if (round > 0) measured.set(what, [...(measured.get(what) ?? []), one]);
  }
  return measured;
}

/** The same as rows of the report. */
export async function compareInRounds(
  ...words: Parameters<typeof inRounds<Comparison>>
): Promise<ReportRow[]> {
  return [...(await inRounds(...words))].map(([what, list]) => reportRow(what, list));
}
