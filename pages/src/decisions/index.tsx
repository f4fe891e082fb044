import { t } from '@lingui/core/macro';
import type { ResourceProps } from 'react-admin';

import { lazyPage } from '../ui/lazy-page';

export const resource: ResourceProps = {
  name: 'decisions',
  options: { label: t`To decide` },
  list: lazyPage(() => import('./list')),
};
