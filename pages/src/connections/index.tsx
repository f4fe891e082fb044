import { t } from '@lingui/core/macro';
import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'connections',
  options: { label: t`Identity providers` },
  list: lazy(() => import('./list')),
  show: lazy(() => import('./show')),
};
