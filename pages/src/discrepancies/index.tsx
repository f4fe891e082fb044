import { t } from '@lingui/core/macro';
import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

/** The same discrepancies by submission, in groups, and one by one; and the rules about them. */
export const resources: readonly ResourceProps[] = [
  {
    name: 'submissions',
    options: { label: t`Discrepancies by submission` },
    list: lazy(() => import('./submissions-list')),
    show: lazy(() => import('./submission-show')),
  },
  {
    name: 'discrepancy-groups',
    options: { label: t`Discrepancies in groups` },
    list: lazy(() => import('./groups-list')),
  },
  {
    name: 'discrepancy-rules',
    options: { label: t`Rules about discrepancies` },
    list: lazy(() => import('./rules-list')),
  },
  {
    name: 'discrepancies',
    options: { label: t`Discrepancies` },
    list: lazy(() => import('./fields-list')),
    show: lazy(() => import('./fields-show')),
  },
];
