import type { InactiveCause } from '../inactive-cause.js';

/** The callers that are no connection are one source: keys are rotated, and one system may have several. */
export const FEED = 'feed';

/** Why a change counts as approved. */
export const APPROVALS = ['administrator', 'submission'] as const;
export type ApprovalCause = (typeof APPROVALS)[number];

/** A decision of a person of the university about a field. */
export interface Approval {
  readonly cause: ApprovalCause;
  /** The accepted submission; null for an administrator's own change. */
  readonly submissionId: string | null;
  /** Who set the field before: {@link FEED}, the ID of a connection, or null when it is not known. */
  readonly source: string | null;
}

/** A field with an approved value, whose source has not sent it yet. */
export interface AwaitedField extends Approval {
  /** The value that the source had sent before; null means not set. */
  readonly sourceValue: unknown;
  /** The actor who approved the present value. */
  readonly actor: string;
  /** When the present value was approved. */
  readonly since: string;
}

/** The awaited fields of a person, by their names in `FieldChange`. */
export type AwaitedFields = Readonly<Record<string, AwaitedField>>;

/** What a source says of a person. */
export interface Report {
  readonly kind: 'report' | 'partial report';
  /** The source, where an administrator applies later what it had sent; otherwise it is the caller. */
  readonly source?: string;
  /** Whether no row says it: a complete run does not name the person. */
  readonly isAbsence?: boolean;
  /** Whether the address was filled in from what is stored, since the one that was sent is another person's. */
  readonly keepsEmail?: boolean;
}

/**
 * What a row or call is. A *report* says what a source knows. A *partial report* names some fields; the required ones
 * are filled in from what is stored. A *decision* of a caller always applies, and an *approval* makes its fields await
 * their source. A *restoration* gives fields the values back that they had, whatever the account type, with the
 * approvals that had been ended.
 */
export type Intent =
  | Report
  | { readonly kind: 'decision' }
  | {
      readonly kind: 'restoration';
      readonly awaited: AwaitedFields;
      /** Why the person was inactive, where they are so again. */
      readonly inactiveCause?: InactiveCause | null;
    }
  | { readonly kind: 'approval'; readonly approval: Approval };

export const REPORT: Report = { kind: 'report' };

/** Whether it is a whole row that a source sends now; one that an administrator applies later may be old. */
export function isReportOfNow(intent: Intent = REPORT): boolean {
  return intent.kind === 'report' && intent.source === undefined;
}

/** Whether no row says it; see {@link Report}. */
export function isAbsence(intent: Intent = REPORT): boolean {
  return 'isAbsence' in intent && intent.isAbsence === true;
}

/** An awaited field, by name. */
export type NamedAwaitedField = AwaitedField & { readonly field: string };

/** What became of awaited fields that a row has named. */
export interface Awaiting {
  /** Fields whose former value was sent again and not applied. */
  readonly kept: readonly string[];
  /** Approved values that were replaced by the former one. */
  readonly putBack: readonly NamedAwaitedField[];
}
