import { t } from '@lingui/core/macro';

import type { PacingDto } from '../api/openapi';

/** The statuses that need attention come first. */
export const PACING_STATUSES: Readonly<Record<PacingDto['status'], string>> = {
  behind: t`Behind`,
  at_risk: t`At risk`,
  on_track: t`On track`,
  ahead: t`Ahead`,
  not_started: t`Not started`,
  paused: t`Paused`,
  completed: t`Completed`,
};
