import { t } from '@lingui/core/macro';
import type { ResourceProps } from 'react-admin';

import { lazyPage } from '../ui/lazy-page';

export const resource: ResourceProps = {
  name: 'administrators',
  options: { label: t`Administrators` },
  list: lazyPage(() => import('./list')),
};
