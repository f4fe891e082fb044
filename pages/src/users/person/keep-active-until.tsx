import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { TextInput } from '../../ui/text-input';

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 366;

/** The day so many days after another one (`2026-11-20`). */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

interface KeepActiveUntilProps {
  readonly value: string;
  readonly today: string;
  readonly hint: ReactNode;
  readonly onChange: (value: string) => void;
}

/** The last day on which no source de-provisions users. */
export const KeepActiveUntil = ({ value, today, hint, onChange }: KeepActiveUntilProps) => (
  <TextInput
    type="date"
    label={t`Keep active until`}
    name="keepActiveUntil"
    hint={hint}
    value={value}
    onChange={onChange}
    sx={{ mt: 2 }}
    slotProps={{
      inputLabel: { shrink: true },
      htmlInput: { min: today, max: daysAfter(today, LONGEST_DAYS) },
    }}
  />
);
