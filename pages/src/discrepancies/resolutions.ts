import type { DiscrepancyRowDto, ResolveSelectionDto } from '../api/openapi';

export type Resolution = ResolveSelectionDto['resolution'];

export const DISCREPANCY_STATUSES: Readonly<Record<DiscrepancyRowDto['status'], string>> = {
  open: 'Open',
  resolved: 'Resolved',
};

/** The resolutions that an administrator can choose, with their effect. */
export const RESOLUTIONS: Readonly<Record<Resolution, { readonly label: string; readonly meaning: string }>> =
  {
    accept_submitted: {
      label: 'Accept the submitted value',
      meaning: 'The record is changed to the submitted value.',
    },
    keep_record: { label: 'Keep the record', meaning: 'The record stays as it is: its value is correct.' },
    dismiss: { label: 'Dismiss', meaning: 'The record stays as it is: the difference does not matter.' },
  };
