import type { ErrorCode } from './refusal.js';

interface Meaning {
  /** What has happened: a sentence. */
  readonly meaning: string;
  /** What the caller can do about it: a sentence. */
  readonly remedy: string;
}

/** What each code means, for the reference. A new code needs an entry here. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, Meaning>> = {
  VALIDATION_FAILED: {
    meaning: 'Fields of the request are not valid; `details` lists all of them, up to 1,000.',
    remedy: 'Correct the fields. Sent again as it is, the request is refused again.',
  },
  MALFORMED_JSON: {
    meaning: 'The body is not valid JSON.',
    remedy: 'Correct the JSON; the message names the position when it is known.',
  },
  MISSING_CREDENTIALS: {
    meaning: 'The request has no credentials.',
    remedy: 'Send the key and its secret; an administrator logs in.',
  },
  INVALID_CREDENTIALS: {
    meaning:
      'The key is unknown, the secret is wrong, or the credential is revoked or expired; it is not said which.',
    remedy: 'Check both, and ask an administrator whether the key is still in use.',
  },
  SECOND_FACTOR_REQUIRED: {
    meaning: 'At a login: the password is right, and the account needs a second factor.',
    remedy: 'Send one of the fields that `details` names as well: `code` or `passkey`.',
  },
  INSUFFICIENT_SCOPE: {
    meaning: 'The credential or the role does not allow this call.',
    remedy: 'Use a credential with the scope that the message names.',
  },
  SECOND_FACTOR_NOT_SET_UP: {
    meaning:
      'The university demands a second factor of its administrators, and the account of the session has none.',
    remedy:
      'Add an authenticator app or a passkey to the own account; the same session may then do everything.',
  },
  TENANT_SUSPENDED: {
    meaning: 'The university of the credential is suspended.',
    remedy: 'Ask the operator of the service.',
  },
  USER_NOT_FOUND: {
    meaning: 'No user of this tenant has that ID or legacyNumber.',
    remedy: 'Check the identifier, or create the user first.',
  },
  SUBMISSION_NOT_FOUND: {
    meaning: 'No submission of this tenant has that ID.',
    remedy: 'Check the ID.',
  },
  NOT_FOUND: {
    meaning: 'There is no such address, or none of what it names, such as a discrepancy, hold, run or claim.',
    remedy: 'Check the address with this reference, and the name in it.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The address exists, and does not take this method.',
    remedy: 'Use one of the methods in the header `Allow`.',
  },
  IDENTITY_CONFLICT: {
    meaning:
      'Two identifiers of the request belong to two people, both named, or the settings do not let it find a person ' +
      'by address.',
    remedy:
      'Correct the source, or have an administrator decide. `error.conflictId` is its entry for ' +
      '`GET /api/v1/integration/conflicts/{id}`.',
  },
  CONFLICT_CHANGED: {
    meaning: 'A person has changed since the question was asked, or since the decision; `details` say what.',
    remedy: 'Read the conflict again, and decide again.',
  },
  INVALID_TRANSITION: {
    meaning: 'The state of what is to be changed does not allow this step.',
    remedy: 'Read it again; the message says what is possible now.',
  },
  ERASED: {
    meaning:
      'What was sent names a person who was erased, by an ID, number, address or userName of now or before. Nothing ' +
      'of it is stored.',
    remedy:
      'Have the source stop sending the person, or have an administrator release an address or number that belongs ' +
      'to another person now.',
  },
  LEGAL_HOLD: {
    meaning: 'A legal hold keeps the data about the person, or about all people.',
    remedy: 'Have an administrator remove the legal hold first.',
  },
  LEASE_LOST: {
    meaning: 'The lease of the claim has ended, or another connector has the item.',
    remedy: 'Drop the item, and claim again.',
  },
  IDEMPOTENCY_CONFLICT: {
    meaning: 'The `Idempotency-Key` was used with another body.',
    remedy: 'Send a new key with each new call.',
  },
  RUN_NOT_COMPLETE: {
    meaning:
      'The run cannot be finished: rows are missing or name no one, another key has sent rows of it, or too few ' +
      'people are named. Nothing was done.',
    remedy: 'Send what is missing, and finish it again.',
  },
  RUN_FINISHED: {
    meaning: 'The run was finished: it takes no further row, and cannot be finished in another way.',
    remedy: 'Send the rows in another run.',
  },
  CURSOR_EXPIRED: {
    meaning:
      'Events behind this place in the feed of changes were forgotten, the sandbox was reset, or the database has ' +
      'lost changes since then.',
    remedy: 'Begin again, as the message says.',
  },
  PRECONDITION_FAILED: {
    meaning: 'What was to be changed is not what the entity tag in `If-Match` names. Nothing was changed.',
    remedy: 'Read it again, and decide which values are to stay.',
  },
  PAYLOAD_TOO_LARGE: {
    meaning:
      'A body, or a line of a bulk call, has more than 256 KiB, or the request line and headers have more than 16 KiB.',
    remedy: 'Send less at once; a bulk call takes any number of lines.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body has a type that the call does not take; the message says what was sent.',
    remedy: 'Send `application/json`; for the bulk calls `application/x-ndjson`.',
  },
  RATE_LIMITED: {
    meaning: 'The credential, the tenant or the address has sent more requests than its limit allows.',
    remedy: 'Send the same again after the seconds in `Retry-After`.',
  },
  INTERNAL_ERROR: {
    meaning: 'A fault of the service.',
    remedy: 'Report the `requestId` to the operator.',
  },
  SERVICE_UNAVAILABLE: {
    meaning: 'The service or its database cannot answer at the moment.',
    remedy: 'Send the same again after the seconds in `Retry-After`.',
  },
};

/** A link of the type `help` to the page of the code, for the header `Link`. */
export function helpLinkOf(code: ErrorCode): string {
  return `</docs/errors/${code}>; rel="help"`;
}
