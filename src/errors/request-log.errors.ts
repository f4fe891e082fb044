import { Refusal } from './refusal.js';

export class LoggedRequestNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('The request log has no such request; it keeps them for 90 days.');
  }
}
