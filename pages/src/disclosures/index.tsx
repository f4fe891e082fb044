import { t } from '@lingui/core/macro';
import type { ResourceProps } from 'react-admin';

import { lazyPage } from '../ui/lazy-page';

export const resource: ResourceProps = {
  name: 'disclosures',
  options: { label: t`Disclosures` },
  list: lazyPage(() => import('./list')),
};
