import { sentence } from '../texts/sentence.js';
import { type FieldProblem, Refusal } from './refusal.js';

/** What was sent names a person who was erased, by ID, legacyNumber or e-mail address. Nothing of it is stored. */
export class Erased extends Refusal {
  readonly code = 'ERASED';

  /** @param userId the ID of the person, which is all that is kept */
  constructor(readonly userId: string) {
    super(
      sentence(
        'User {userId} was erased, and nothing that was sent is stored; have the source stop sending this person. ' +
          "An administrator releases an address or number that is another person's: " +
          'POST /api/v1/admin/users/{userId}/erase/release.',
        { userId },
      ),
    );
  }
}

/** A legal hold keeps what is stored about the person. */
export class LegalHold extends Refusal {
  readonly code = 'LEGAL_HOLD';

  constructor(of: 'person' | 'tenant') {
    super(
      of === 'person'
        ? 'A legal hold keeps the data about this user; remove it first, with DELETE …/legal-hold.'
        : 'The setting legalHold keeps all data of the university; switch it off first.',
    );
  }
}

export const PLAN_PROBLEMS = {
  missing: 'is missing: ask with dryRun what would be erased, and send the token of the answer',
  invalid: 'is not the token of a plan of this user',
  expired: 'is older than 15 minutes: ask with dryRun again',
  changed: 'is of a plan that does not name all kinds of data that there are now: ask with dryRun again',
} as const;

/** Nothing is erased unless the caller has seen what kinds of data, and there is no other kind since. */
export class ErasurePlanNeeded extends Refusal {
  readonly code = 'VALIDATION_FAILED';
  override readonly details: readonly FieldProblem[];

  constructor(problem: 'missing' | 'invalid' | 'expired' | 'changed') {
    super(sentence('The token {problem}.', { problem: sentence(PLAN_PROBLEMS[problem]) }));
    this.details = [
      {
        field: 'token',
        code: `plan_${problem}`,
        message: `token ${PLAN_PROBLEMS[problem]}`,
        rule: PLAN_PROBLEMS[problem],
      },
    ];
  }
}

export class ErasureNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('This user was not erased, and no erasure has begun.');
  }
}

/** What the erasure still looks for would be found with the person who gets the address or number. */
export class ErasureUnderWay extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('The erasure of this user is under way; release the address or number when it is finished.');
  }
}

export class ErasedIdStays extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super(
      'The ID of an erased user is never given to another person; an address or legacyNumber is released.',
    );
  }
}

export class TombstoneNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('This erased user is not known to have had this address or number, or it is released already.');
  }
}

export class LegalHoldNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('There is no legal hold on this user.');
  }
}
