import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Skeleton from '@mui/material/Skeleton';
import type { TextFieldProps } from '@mui/material/TextField';
import { type ReactNode, Suspense } from 'react';

import { lazyPage } from './lazy-page';

export interface DayFieldProps {
  readonly label: string;
  /** What a screen reader says, where the label alone says too little. */
  readonly spoken?: string;
  readonly name?: string | undefined;
  /** `2026-11-20`, or what was typed and is no day. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly required?: boolean;
  /** First and last day that the calendar offers. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly sx?: TextFieldProps['sx'];
}

const DayInput = lazyPage<DayFieldProps>(() => import('./dates/day-input'));

/** As high as the field: what stands below it does not move when its code has come. */
const DayLoading = ({ hint, sx = null }: DayFieldProps) => (
  <Box sx={sx}>
    <Skeleton variant="rounded" height={40} />
    {hint !== undefined && <FormHelperText sx={{ mx: 1.75 }}>{hint}</FormHelperText>}
  </Box>
);

/** A day of the calendar, written in the way of the user's language, or chosen from a month. */
export const DayField = (props: DayFieldProps) => (
  <Suspense fallback={<DayLoading {...props} />}>
    <DayInput {...props} />
  </Suspense>
);
