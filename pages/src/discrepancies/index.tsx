import { t } from '@lingui/core/macro';
import type { ResourceProps } from 'react-admin';

import { lazyPage } from '../ui/lazy-page';

/** The same discrepancies by submission, in groups, and one by one; and the rules about them. */
export const resources: readonly ResourceProps[] = [
  {
    name: 'submissions',
    options: { label: t`Discrepancies by submission` },
    list: lazyPage(() => import('./submissions-list')),
    show: lazyPage(() => import('./submission-show')),
  },
  {
    name: 'discrepancy-groups',
    options: { label: t`Discrepancies in groups` },
    list: lazyPage(() => import('./groups-list')),
  },
  {
    name: 'discrepancy-rules',
    options: { label: t`Rules about discrepancies` },
    list: lazyPage(() => import('./rules-list')),
  },
  {
    name: 'discrepancies',
    options: { label: t`Discrepancies` },
    list: lazyPage(() => import('./fields-list')),
    show: lazyPage(() => import('./fields-show')),
  },
];
