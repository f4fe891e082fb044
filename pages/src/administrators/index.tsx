import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'administrators',
  options: { label: 'Administrators' },
  list: lazy(() => import('./list')),
};
