import Skeleton from '@mui/material/Skeleton';
import { Suspense } from 'react';

import { lazyPage } from '../lazy-page';
import type { Filter } from './types';

export interface FilterBarProps {
  readonly filters: readonly Filter[];
}

const Filters = lazyPage<FilterBarProps>(() => import('./filters/filters'));

/** The filters of a list: their fields, and below them those that are set. */
export const FilterBar = (props: FilterBarProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={40} sx={{ mb: 2 }} />}>
    <Filters {...props} />
  </Suspense>
);
