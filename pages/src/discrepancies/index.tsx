import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'discrepancies',
  options: { label: 'Discrepancies' },
  list: lazy(() => import('./list')),
  show: lazy(() => import('./show')),
};
