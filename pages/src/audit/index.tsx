import { t } from '@lingui/core/macro';
import type { ResourceProps } from 'react-admin';

import { lazyPage } from '../ui/lazy-page';

export const resource: ResourceProps = {
  name: 'audit',
  options: { label: t`Audit log` },
  list: lazyPage(() => import('./list')),
};
