import { t } from '@lingui/core/macro';
import type { ResourceProps } from 'react-admin';

import { lazyPage } from '../ui/lazy-page';

export const resource: ResourceProps = {
  name: 'mappings',
  options: { label: t`Mappings` },
  list: lazyPage(() => import('./list')),
  create: lazyPage(() => import('./create')),
  edit: lazyPage(() => import('./edit')),
};
