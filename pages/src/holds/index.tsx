import { t } from '@lingui/core/macro';
import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'holds',
  options: { label: t`Held de-provisionings` },
  list: lazy(() => import('./list')),
  show: lazy(() => import('./show')),
};
