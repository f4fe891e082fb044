import { t } from '@lingui/core/macro';
import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'readers',
  options: { label: t`Readers` },
  list: lazy(() => import('./list')),
};
