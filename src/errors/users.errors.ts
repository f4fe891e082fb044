import { Refusal } from './refusal.js';

export class UserNotFound extends Refusal {
  readonly code = 'USER_NOT_FOUND';

  constructor() {
    super('No user of this tenant has that ID or legacyNumber.');
  }
}

export class RunNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super(
      'No run of this tenant has that name; a run is known once a call about people, progress or submissions ' +
        'has named it in X-Sync-Run.',
    );
  }
}

/** Administrators cannot de-provision themselves, as they could not log in to undo it. */
export class OwnAccount extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('This is your own account, and you could not log in again; ask another administrator.');
  }
}

/** Two identifiers of one request belong to two people. */
export class IdentityConflict extends Refusal {
  readonly code = 'IDENTITY_CONFLICT';

  constructor(field: 'email' | 'externalId', matchedId: string, ownerId: string) {
    super(
      `The ${field} belongs to user ${ownerId}, but the request is about user ${matchedId}; nothing was changed. ` +
        'Correct one of the two, or merge the records in the source.',
    );
  }
}

export class HoldNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('There is no held de-provisioning with that ID.');
  }
}
