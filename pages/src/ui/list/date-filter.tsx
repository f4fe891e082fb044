import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';

import { TextInput } from '../text-input';
import { useTimeZone } from '../time-zone';
import { dayOf, startOfDay } from '../zoned-days';
import type { FilterFieldProps } from './types';

/** While a year is typed, the field has years such as 0020. */
const WHOLE_DAY = /^(19|2\d)\d\d-\d\d-\d\d$/;

/** A day in the zone that times are shown in. The API and the address get the moment at which the day begins. */
export const DateFilter = ({ filter, value, onChange }: FilterFieldProps) => {
  const timeZone = useTimeZone();
  const { day, time } = dayOf(value, timeZone);
  const [typed, setTyped] = useState(day);
  useEffect(() => {
    setTyped(day);
  }, [day]);
  return (
    <TextInput
      type="date"
      label={filter.label}
      value={typed}
      hint={time === undefined ? undefined : t`At ${time} of this day`}
      onChange={(text) => {
        setTyped(text);
        if (text === '') onChange('');
        if (WHOLE_DAY.test(text)) onChange(startOfDay(text, timeZone));
      }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
};

/** Says which zone the dates of a list are in. */
export const ZoneNote = () => (
  <Typography variant="caption" color="textSecondary" sx={{ width: '100%', mt: -0.5 }}>
    <Trans>Dates and times are in the zone {useTimeZone().replaceAll('_', ' ')}.</Trans>
  </Typography>
);
