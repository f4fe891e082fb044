import { createHash } from 'node:crypto';

/** A submitted value beside the recorded one; a recorded null means not set. */
export interface ValuePair {
  readonly submitted: string;
  readonly recorded: string | null;
}

/** A field of a form type. */
export interface FormField {
  readonly formType: string;
  readonly field: string;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Discrepancies with the same form type, field and values have the same key. */
export function groupKeyOf({ formType, field, submitted, recorded }: FormField & ValuePair): string {
  const parts = [formType, field, submitted, ...(recorded === null ? [] : [recorded])];
  return sha256(parts.map(sha256).join('')).slice(0, 32);
}

/** What a rule is about: one group, or a field of a form type whatever the values. */
export function caseKeyOf({ formType, field }: FormField, pair: ValuePair | undefined): string {
  if (pair !== undefined) return groupKeyOf({ formType, field, ...pair });
  return sha256([formType, field].map(sha256).join('')).slice(0, 32);
}
