import { sentence } from '../texts/sentence.js';
import { Refusal } from './refusal.js';

export class MissingCredentials extends Refusal {
  readonly code = 'MISSING_CREDENTIALS';

  constructor() {
    super('Send both headers X-Service-API-Key and X-Service-API-Secret.');
  }
}

/** The same for identity providers, which send one token. */
export class MissingBearer extends Refusal {
  readonly code = 'MISSING_CREDENTIALS';

  constructor() {
    super('Send the header Authorization with Bearer, a blank, the API key, a full stop and its secret.');
  }
}

/** Thrown alike for an unknown key, a wrong secret, a revoked and an expired credential. */
export class InvalidCredentials extends Refusal {
  readonly code = 'INVALID_CREDENTIALS';

  constructor() {
    super('The API key and secret do not belong to an active credential.');
  }
}

export class TenantSuspended extends Refusal {
  readonly code = 'TENANT_SUSPENDED';

  constructor() {
    super('This tenant is suspended; ask the operator of the platform to resume it.');
  }
}

export class InsufficientScope extends Refusal {
  readonly code = 'INSUFFICIENT_SCOPE';

  /** @param scopes any one of which would do */
  constructor(...scopes: readonly string[]) {
    super(
      `This credential lacks the scope ${scopes.map((scope) => `"${scope}"`).join(' or ')}; use one that has it.`,
    );
  }
}

/** Thrown alike for a key that does not exist and for one of another tenant. */
export class ApiKeyNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('This tenant has no such API key.');
  }
}

/** Thrown alike for a connection that does not exist and for one of another tenant. */
export class ConnectionNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('This tenant has no such connection.');
  }
}

/** A link that was never made, was replaced or has expired, or whose key can no longer be handed over. */
export class HandoverNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super('This link is no longer valid; ask the administrator who sent it for a new one.');
  }
}

export class HandoverOpened extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor(at: Date) {
    super(
      sentence(
        'This link was opened at {at} and works once; if that was not you, ask the administrator who sent it to ' +
          'revoke the key.',
        { at: at.toISOString() },
      ),
    );
  }
}

export class ApiKeyUsed extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super('A system uses this API key already; rotate it and hand the new key over.');
  }
}

export class ApiKeyEnded extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor(status: 'revoked' | 'expired') {
    super(
      status === 'revoked'
        ? 'This API key is revoked and cannot be rotated; create a new one.'
        : 'This API key is expired and cannot be rotated; create a new one.',
    );
  }
}
