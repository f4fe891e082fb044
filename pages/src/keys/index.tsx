import { t } from '@lingui/core/macro';
import type { ResourceProps } from 'react-admin';

import { lazyPage } from '../ui/lazy-page';

export const resource: ResourceProps = {
  name: 'keys',
  options: { label: t`Integration API Keys` },
  list: lazyPage(() => import('./list')),
  show: lazyPage(() => import('./show')),
};
