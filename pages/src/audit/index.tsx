import { t } from '@lingui/core/macro';
import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'audit',
  options: { label: t`Audit log` },
  list: lazy(() => import('./list')),
};
