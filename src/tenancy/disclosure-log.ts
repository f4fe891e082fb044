import type { Scope } from './scope.js';

/** In which way data about people was handed out. */
export const DISCLOSURE_KINDS = [
  'export',
  'list',
  'read',
  'envelope',
  'scim',
  'person-export',
  'download',
] as const;
export type DisclosureKind = (typeof DISCLOSURE_KINDS)[number];

/**
 * Notes who was given data about whom. Whatever hands out data about people calls it; `privacy/disclosures`, which
 * stands behind these rooms, provides it. An administrator who looks at a page of the administration is not noted, and
 * neither is anything in a sandbox.
 */
export abstract class DisclosureLog {
  /** For many people: resolves when it is stored; the answer must not end before. */
  abstract record(scope: Scope, kind: DisclosureKind, userIds: readonly string[]): Promise<void>;

  /** For single people, at no cost for the call: stored within a second, and lost when the process is killed before. */
  abstract note(scope: Scope, kind: DisclosureKind, userIds: readonly string[]): void;
}
