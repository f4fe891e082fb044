import { t } from '@lingui/core/macro';
import type { ResourceProps } from 'react-admin';
import { Route } from 'react-router-dom';

import { lazyPage } from '../ui/lazy-page';

const People = lazyPage(() => import('./people'));

export const resource: ResourceProps = {
  name: 'runs',
  options: { label: t`Runs` },
  list: lazyPage(() => import('./list')),
  show: lazyPage(() => import('./show')),
  children: <Route path=":id/people" element={<People />} />,
};
