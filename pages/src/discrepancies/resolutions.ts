import { t } from '@lingui/core/macro';

import type { DiscrepancyRowDto, ResolveSelectionDto } from '../api/openapi';

export type Resolution = ResolveSelectionDto['resolution'];

export const DISCREPANCY_STATUSES: Readonly<Record<DiscrepancyRowDto['status'], string>> = {
  open: t`Open`,
  resolved: t`Resolved`,
};

/** The resolutions that an administrator can choose, with their effect. */
export const RESOLUTIONS: Readonly<Record<Resolution, { readonly label: string; readonly meaning: string }>> =
  {
    accept_submitted: {
      label: t`Accept the submitted value`,
      meaning: t`The record is changed to the submitted value.`,
    },
    keep_record: {
      label: t`Keep the record`,
      meaning: t`The record stays as it is: its value is correct.`,
    },
    dismiss: {
      label: t`Dismiss`,
      meaning: t`The record stays as it is: the difference does not matter.`,
    },
  };

/** The two values of a discrepancy. */
export const SIDES = {
  submitted: t({ message: 'Submitted', context: 'value' }),
  recorded: t`Recorded`,
} as const;

export const NOTE_HINT = t`Optional. It is stored with the resolution.`;
