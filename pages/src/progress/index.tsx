import { t } from '@lingui/core/macro';
import type { ResourceProps } from 'react-admin';

import { lazyPage } from '../ui/lazy-page';

/** The same students in a list and on a timeline. */
export const resources: readonly ResourceProps[] = [
  {
    name: 'progress',
    options: { label: t`Progress` },
    list: lazyPage(() => import('./list')),
    show: lazyPage(() => import('./show')),
  },
  {
    name: 'progress-timeline',
    options: { label: t`Timeline of progress` },
    list: lazyPage(() => import('./timeline')),
  },
];
