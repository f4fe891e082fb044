import { t } from '@lingui/core/macro';
import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

export const resource: ResourceProps = {
  name: 'alerts',
  options: { label: t`Alerts` },
  list: lazy(() => import('./list')),
};

/** Where recipients, thresholds and quiet hours are set. */
export const ALERT_SETTINGS = '/alert-settings';
