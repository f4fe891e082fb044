import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'keys',
  options: { label: 'Integration API Keys' },
  list: lazy(() => import('./list')),
};
