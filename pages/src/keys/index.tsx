import { t } from '@lingui/core/macro';
import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'keys',
  options: { label: t`Integration API Keys` },
  list: lazy(() => import('./list')),
  show: lazy(() => import('./show')),
};
