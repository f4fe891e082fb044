import { Refusal } from './refusal.js';

export class LoggedRequestNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('The request log has no such request; it keeps them for 90 days.');
  }
}

/** Thrown alike for an entry that does not exist and for one of another tenant. */
export class AuditEntryNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('The audit log of this tenant has no such entry.');
  }
}
