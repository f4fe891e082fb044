import { t } from '@lingui/core/macro';
import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'administrators',
  options: { label: t`Administrators` },
  list: lazy(() => import('./list')),
};
