import type { Change } from '../change-feed/change.js';

/** The parts of a record, in the order of its text; `student` is the part about the person. */
export const PARTS = ['student', 'dissertation', 'versions', 'milestones', 'pacing', 'committee'] as const;
export type Part = (typeof PARTS)[number];

/**
 * Where the parts of the work begin in its text. A quotation mark within a string is escaped, so that none of these can
 * be part of a value.
 */
const BEGINNINGS = [',"versions":[', ',"milestones":[', ',"pacing":{', ',"committee":{'];
const OF_WORK = PARTS.slice(1);
/** The day of the calculation is no change. */
const AS_OF = /"asOf":"[0-9-]{10}"/;

function partsOf(text: string): string[] {
  const ends = BEGINNINGS.map((beginning) => text.indexOf(beginning));
  return [0, ...ends].map((from, index) => text.slice(from, ends[index]).replace(AS_OF, ''));
}

/** Which parts differ between two texts of the work. */
export function changedParts(before: string, after: string): Part[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  return OF_WORK.filter((_, index) => was[index] !== is[index]);
}

export function changed(studentId: string, parts: readonly Part[]): Change {
  return { type: 'progress.changed.v1', subject: studentId, data: { parts } };
}

export function removed(studentId: string): Change {
  return { type: 'progress.removed.v1', subject: studentId, data: {} };
}
