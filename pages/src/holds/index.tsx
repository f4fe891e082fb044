import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'holds',
  options: { label: 'Held de-provisionings' },
  list: lazy(() => import('./list')),
};
