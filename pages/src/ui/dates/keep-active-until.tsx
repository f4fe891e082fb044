import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { addDays } from './calendar-days';
import { DayField } from '../day-field';

const LONGEST_DAYS = 366;

interface KeepActiveUntilProps {
  readonly value: string;
  readonly today: string;
  readonly hint: ReactNode;
  readonly onChange: (value: string) => void;
}

/** The last day on which no source de-provisions users. */
export const KeepActiveUntil = ({ value, today, hint, onChange }: KeepActiveUntilProps) => (
  <DayField
    label={t`Keep active until`}
    name="keepActiveUntil"
    hint={hint}
    value={value}
    onChange={onChange}
    sx={{ mt: 2 }}
    min={today}
    max={addDays(today, LONGEST_DAYS)}
  />
);
