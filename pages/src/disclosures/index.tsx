import { t } from '@lingui/core/macro';
import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'disclosures',
  options: { label: t`Disclosures` },
  list: lazy(() => import('./list')),
};
