import { t } from '@lingui/core/macro';
import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'mappings',
  options: { label: t`Mappings` },
  list: lazy(() => import('./list')),
  create: lazy(() => import('./create')),
  edit: lazy(() => import('./edit')),
};
