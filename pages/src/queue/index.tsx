import { t } from '@lingui/core/macro';
import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'queue',
  options: { label: t`Sync queue` },
  list: lazy(() => import('./list')),
  show: lazy(() => import('./show')),
};
