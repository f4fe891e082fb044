import { t } from '@lingui/core/macro';
import type { ResourceProps } from 'react-admin';

import { lazyPage } from '../ui/lazy-page';

export const resource: ResourceProps = {
  name: 'alerts',
  options: { label: t`Alerts` },
  list: lazyPage(() => import('./list')),
};

/** Where recipients, thresholds and quiet hours are set. */
export const ALERT_SETTINGS = '/alert-settings';
