import { Refusal } from './refusal.js';

/** What is wrong with a request, in the words of RFC 7644, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  // RFC 9865, table 2.
  | 'invalidCursor'
  | 'sensitive';

/** A refusal that only callers of the SCIM interface meet. */
export abstract class ScimRefusal extends Refusal {
  readonly scimType?: ScimType;
}
