import type { Day } from '../../../tenancy/time/calendar.js';

/** A decision of an administrator: no source de-provisions the person before the end of a day. */
export interface KeepActive {
  /** The last day, in the tenant's time zone. */
  readonly until: Day;
  readonly since: string;
  /** Who decided it. */
  readonly actor: string;
}
