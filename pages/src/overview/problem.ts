import type { ReactNode } from 'react';

/** Something that an administrator should look at, in one sentence with its links. */
export interface Problem {
  readonly key: string;
  readonly severity: 'error' | 'warning';
  readonly title: string;
  readonly text: ReactNode;
}

const RANK: Readonly<Record<Problem['severity'], number>> = { error: 0, warning: 1 };

/** The worst first; of the same severity in the order in which they come. */
export function worstFirst(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort((one, other) => RANK[one.severity] - RANK[other.severity]);
}
