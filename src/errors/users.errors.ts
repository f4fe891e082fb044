import { sentence } from '../texts/sentence.js';
import { type FieldProblem, problemIn, Refusal } from './refusal.js';
import { UndecidedMatch } from './undecided-match.js';

export class UserNotFound extends Refusal {
  readonly code = 'USER_NOT_FOUND';

  constructor() {
    super('No user of this tenant has that ID or legacyNumber.');
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
export class IdentityConflict extends UndecidedMatch {
  constructor(field: 'email' | 'externalId', matchedId: string, ownerId: string) {
    super(
      sentence(
        'The {field} belongs to user {ownerId}, but the request is about user {matchedId}; nothing was changed. ' +
          'Correct one of the two, or merge the records in the source.',
        { field, ownerId, matchedId },
      ),
    );
  }
}

/** The settings of the tenant do not let this externalId find a person by e-mail address. */
export class AdoptionRefused extends UndecidedMatch {
  constructor(mode: 'unlinked' | 'never', ownerId: string) {
    super(
      sentence(
        'The e-mail address belongs to user {ownerId}, and the setting adoptByEmail is {mode}; nothing was changed. ' +
          'Send the externalId by which the user is known, or have an administrator decide.',
        { ownerId, mode },
      ),
    );
  }
}

/** Two rows of an upload have one address and two numbers. */
export class AddressNamedTwice extends UndecidedMatch {
  constructor(ownerId: string) {
    super(
      sentence(
        'The e-mail address is that of user {ownerId}, whom another row names by another externalId; nothing was ' +
          'changed. Two people cannot have one address: correct it in the source.',
        { ownerId },
      ),
    );
  }
}

/** An earlier row of the upload found the user with this number by address, and gave them another one. */
export class NumberReplaced extends UndecidedMatch {
  constructor(externalId: string) {
    super(
      sentence(
        'An earlier row has the e-mail address of the user with the externalId {externalId}, and gave them another ' +
          'externalId; nothing was changed. Undo the run if these are two people, or correct this row in the source.',
        { externalId },
      ),
    );
  }
}

/** A possible reassignment that waits for an administrator, for callers that cannot be asked to wait. */
export class MatchPending extends UndecidedMatch {
  constructor(conflictId: string, userId: string) {
    super(
      sentence(
        'Whether this is user {userId} or another person is for an administrator to decide, as {conflictId}; ' +
          'nothing was changed. Send the request again after that.',
        { userId, conflictId },
      ),
    );
    this.conflictId = conflictId;
  }
}

export class ConflictNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('There is no conflict with that ID.');
  }
}

/** A person whom a decision is about is not as they were when the question was asked. */
export class ConflictChanged extends Refusal {
  readonly code = 'CONFLICT_CHANGED';
  override readonly details: readonly FieldProblem[];

  /** @param fields what changed of each person, as `950000001.firstName` */
  constructor(fields: readonly string[]) {
    super(
      sentence('Changed meanwhile: {fields}; look at the conflict again, which shows the present values.', {
        fields: fields.join(', '),
      }),
    );
    this.details = fields.map((field) => problemIn(field, 'changed', sentence('has changed')));
  }
}

/** The conflict is in a state in which it cannot be decided or taken back. */
export class ConflictNotOpen extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor(wanted: 'decide' | 'take back') {
    super(
      wanted === 'decide'
        ? 'The decision was taken back; the conflict is open again when it is asked again.'
        : 'The conflict is not decided, so there is no decision to take back.',
    );
  }
}

/** A decision would leave an active user without address or number. */
export class OwnerIsActive extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor(ownerId: string) {
    super(
      sentence(
        'User {ownerId} is active and would be left without it. Where the user has left, de-provision them first, ' +
          'as an administrator; else the source must send another one for one of the two.',
        { ownerId },
      ),
    );
  }
}

/** What was sent for the conflict is kept no longer, so it can only be ignored. */
export class ConflictForgotten extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super(
      'What was sent is forgotten, as it was not sent again for 90 days; send the row again and decide then, or ' +
        'ignore the conflict.',
    );
  }
}

/** Another hold of the person waits for a decision. */
export class AnotherHoldOpen extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('Another de-provisioning of this user is held since; decide that one.');
  }
}

/** A withdrawn hold was not decided by an administrator. */
export class HoldWithdrawn extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('No administrator has decided this hold: a later call said that the user is active.');
  }
}

/** What a decision about a hold led to is not as it was left. */
export class StatusChangedSince extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('The status of this user has changed since the decision; change it on the page of the user.');
  }
}

/** No release by an administrator is known: its person was de-provisioned in another way, or it is forgotten. */
export class NotReleasedByDecision extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super(
      'There is no record of a release of this hold by an administrator: the user was de-provisioned in another way, ' +
        'which closed it, or the record is not kept any more; change the status on the page of the user.',
    );
  }
}

/** An administrator has decided since that the person of a hold stays active. */
export class KeptActiveSince extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('An administrator keeps this user active for now; end that on the page of the user first.');
  }
}

/** What sources have said of the person since is not known. */
export class DecidedTooLongAgo extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor(days: number) {
    super(
      sentence(
        'This was decided more than {days} days ago, and sources may have said otherwise since; change the status ' +
          'on the page of the user.',
        { days: String(days) },
      ),
    );
  }
}

export class HoldNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('There is no held de-provisioning with that ID.');
  }
}
