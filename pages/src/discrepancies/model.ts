export interface Discrepancy {
  readonly id: string;
  readonly submissionId: string;
  readonly formType: string;
  readonly studentId: string;
  readonly studentName: string | null;
  readonly field: string;
  readonly formField: string;
  readonly submitted: string;
  readonly recorded: string | null;
  readonly status: 'open' | 'resolved';
  readonly resolution: Resolution | null;
  readonly note: string | null;
  readonly resolvedBy: string | null;
  readonly resolvedByLabel?: string | null;
  readonly resolvedAt: string | null;
  readonly createdAt: string;
}

export type Resolution = 'accept_submitted' | 'keep_record' | 'dismiss';

/** What became of one of several. */
export interface Resolved {
  readonly id: string;
  readonly ok: boolean;
  readonly message?: string;
}

export const RESOLUTIONS: readonly {
  readonly value: Resolution;
  readonly label: string;
  readonly meaning: string;
}[] = [
  {
    value: 'accept_submitted',
    label: 'Accept the submitted value',
    meaning: 'The record is changed to what the form says.',
  },
  { value: 'keep_record', label: 'Keep the record', meaning: 'The record is right; the form is not.' },
  { value: 'dismiss', label: 'Dismiss', meaning: 'The difference does not matter.' },
];

export function resolutionInWords(resolution: Resolution | null): string {
  return RESOLUTIONS.find(({ value }) => value === resolution)?.label ?? '–';
}
