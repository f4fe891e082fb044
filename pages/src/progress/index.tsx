import { t } from '@lingui/core/macro';
import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'progress',
  options: { label: t`Progress` },
  list: lazy(() => import('./list')),
  show: lazy(() => import('./show')),
};
