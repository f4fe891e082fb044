import { count, printable } from '../feed/report.js';
import type { Decided } from './drop-records.js';

/** What became of the files until now. */
export class DropTally {
  /** Files that were refused, or with refused rows, or whose run is not complete. */
  private bad = 0;

  add(decided: Decided): void {
    if (isBad(decided)) this.bad += 1;
  }

  /** Of a command that could work. */
  get code(): 0 | 1 {
    return this.bad > 0 ? 1 : 0;
  }
}

function isBad(decided: Decided): boolean {
  if (decided.into === 'refused') return true;
  const { counts, notComplete, appliedBefore } = decided.result;
  return (counts?.failed ?? 0) > 0 || notComplete !== undefined || appliedBefore?.notComplete !== undefined;
}

/** A file in one line, for the operator. */
export function lineOf(decided: Decided): string {
  const { name } = decided;
  if (decided.into === 'refused') return printable(`${name}: REFUSED: ${decided.reason}`);
  const { run, counts, notComplete } = decided.result;
  if (counts === null) return printable(`${name}: not sent, as ${run} has applied the same content`);
  const { rows, inserted, updated, unchanged, failed } = counts;
  const parts = Object.entries({ inserted, updated, unchanged, failed }).map(
    ([word, number]) => `${count(number)} ${word}`,
  );
  const end = notComplete === undefined ? '' : `; NOT COMPLETE: ${notComplete}`;
  return printable(`${name}: ${count(rows)} rows, ${parts.join(', ')}; run ${run}${end}`);
}

/** The same for programs. */
export function jsonOf(decided: Decided): unknown {
  const { name: file, into, as } = decided;
  return decided.into === 'refused'
    ? { file, into, as, reason: decided.reason }
    : { into, as, ...decided.result };
}
