import { Refusal } from './refusal.js';

/** What is wrong with a request, in the words of RFC 7644, table 9, and of RFC 9865, table 2. */
export const SCIM_TYPES = [
  'invalidFilter',
  'tooMany',
  'uniqueness',
  'mutability',
  'invalidSyntax',
  'invalidPath',
  'noTarget',
  'invalidValue',
  'invalidVers',
  'invalidCursor',
  'sensitive',
] as const;
export type ScimType = (typeof SCIM_TYPES)[number];

/** A refusal that only callers of the SCIM interface meet. */
export abstract class ScimRefusal extends Refusal {
  readonly scimType?: ScimType;
}
