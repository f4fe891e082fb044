export const CONFLICT_STATUSES = ['open', 'decided', 'taken_back'] as const;
export type ConflictStatus = (typeof CONFLICT_STATUSES)[number];

export const DECISIONS = ['same_person', 'another_person', 'ignore'] as const;
export type Decision = (typeof DECISIONS)[number];
