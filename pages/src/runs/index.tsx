import { t } from '@lingui/core/macro';
import type { ResourceProps } from 'react-admin';

import { lazyPage } from '../ui/lazy-page';

export const resource: ResourceProps = {
  name: 'runs',
  options: { label: t`Runs` },
  list: lazyPage(() => import('./list')),
  show: lazyPage(() => import('./show')),
};
