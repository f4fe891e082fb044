import { t } from '@lingui/core/macro';
import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'users',
  options: { label: t`Users` },
  list: lazy(() => import('./list')),
  show: lazy(() => import('./show')),
};
