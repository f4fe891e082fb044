import type { SqlPart } from '../../database/statements/sql-part.js';

/** Why an item is failed: its submission waits for a decision, or its delivery failed. */
export const FAILURES = ['decision', 'delivery'] as const;
export type FailureKind = (typeof FAILURES)[number];

/** Which failed items; all of them when a member is absent. */
export interface FailureFilter {
  /** Blank is no target system. */
  readonly targetSystem?: string | undefined;
  readonly failure?: FailureKind | undefined;
  readonly errorGroup?: string | undefined;
}

/**
 * The condition on items that are failed. A text with characters that the column cannot have finds no item; without the
 * conversion the server would refuse to compare them.
 */
export function failureParts({ failure, errorGroup }: Omit<FailureFilter, 'targetSystem'>): SqlPart[] {
  return [
    ...(failure === undefined
      ? []
      : [[`\`errorGroup\` IS ${failure === 'decision' ? '' : 'NOT '}NULL`] as const]),
    ...(errorGroup === undefined ? [] : [['`errorGroup` = CONVERT(? USING ascii)', errorGroup] as const]),
  ];
}
