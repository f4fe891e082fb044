import type { PacingDto } from '../api/openapi';

/** The statuses that need attention come first. */
export const PACING_STATUSES: Readonly<Record<PacingDto['status'], string>> = {
  behind: 'Behind',
  at_risk: 'At risk',
  on_track: 'On track',
  ahead: 'Ahead',
  not_started: 'Not started',
  paused: 'Paused',
  completed: 'Completed',
};
