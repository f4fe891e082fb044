import type { ErrorCode, Refusal } from '../../errors/refusal.js';
import { ScimRefusal, type ScimType } from '../../errors/scim-refusal.js';
import { ERROR } from '../schema/urns.js';

/** An error as RFC 7644, 3.12 has it. */
export interface ScimError {
  readonly schemas: readonly [typeof ERROR];
  readonly status: string;
  readonly scimType?: ScimType;
  readonly detail: string;
}

const TYPES: Readonly<Partial<Record<ErrorCode, ScimType>>> = {
  VALIDATION_FAILED: 'invalidValue',
  MALFORMED_JSON: 'invalidSyntax',
  IDENTITY_CONFLICT: 'uniqueness',
  ERASED: 'uniqueness',
};

/** What RFC 7644 and 9865 call a refusal; undefined for one that they have no word for. */
export function scimTypeOf(refusal: Refusal): ScimType | undefined {
  return refusal instanceof ScimRefusal ? refusal.scimType : TYPES[refusal.code];
}

/** The same refusal for a caller of SCIM: one sentence, which names each attribute that is wrong. */
export function scimErrorOf(refusal: Refusal): ScimError {
  const scimType = scimTypeOf(refusal);
  return {
    schemas: [ERROR],
    status: String(refusal.status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: refusal.message,
  };
}

/** What a 401 must say (RFC 6750, section 3); undefined for every other status. */
export function challengeOf({ code, status }: Refusal): string | undefined {
  if (status !== 401) return undefined;
  return `Bearer realm="scim"${code === 'INVALID_CREDENTIALS' ? ', error="invalid_token"' : ''}`;
}
