import type { Refusal } from '../../errors/refusal.js';
import type { Warning } from '../../http/answers.js';
import type { Threshold } from '../../settings/settings.js';
import type { Awaiting, Intent } from './awaiting-source/awaited-field.js';
import type { CommitteeImpact } from './committee-impacts.js';
import type { CreateUpdateUserDto } from './dto/create-update-user.dto.js';
import type { IdPrefix } from './user-ids.js';
import type { FieldChange } from './fields/field-changes.js';
import type { User } from './user.entity.js';

/** A threshold that was passed. */
export interface ThresholdBreach {
  /** Null for the threshold of all calls. */
  readonly run: string | null;
  readonly threshold: Threshold;
  /** How many people were de-provisioned before it was passed, and how many were active at the beginning. */
  readonly people: number;
  readonly active: number;
}

/** A person as a caller sent them. */
export interface SentPerson {
  readonly person: CreateUpdateUserDto;
  /** The exact text of the body, by which a repetition is recognised; absent when no hash is to be stored. */
  readonly text?: string;
  /** The request of this person, where requests share a batch; otherwise that of the scope applies. */
  readonly requestId?: string;
  /**
   * The ID of the user who is meant, where the caller has found the user before. Nothing is matched then; `externalId`
   * is the legacyNumber that the user shall have, and null removes it.
   */
  readonly userId?: string;
  /** Absent: a report of a source. */
  readonly intent?: Intent;
  /** Whether an account is made, and the caller does not know the stored person by the same one. */
  readonly isOtherAccount?: boolean;
  /** UserNames and addresses that the person gets; where one is that of a person who was erased, so is the person. */
  readonly names?: readonly string[];
}

/** Hashes a body for its recognition; the hash is valid while the user has this `updatedAt`. */
export type HashBody = (updatedAt: Date, text: string) => Buffer;

/** The key by which a stored user was found (contract, 2.4). */
export type MatchedBy = 'id' | 'legacyNumber' | 'email';

/**
 * What matching cannot decide alone. `possible_reassignment`: the person behind the ID, number or address is probably
 * another one. `email_taken`, `number_taken`: the address or number that was sent belongs to another person.
 * `adopt_by_email`: the settings do not let the externalId find the person by address. `erased`: the person was erased,
 * which is reported, not asked.
 */
export const QUESTION_KINDS = [
  'possible_reassignment',
  'email_taken',
  'number_taken',
  'adopt_by_email',
  'erased',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** A question about a row; two rows with equal members ask the same. */
export interface Question {
  readonly kind: QuestionKind;
  /** The externalId that was sent; the ID of the user where the row had none, or named its user. */
  readonly subject: string;
  /** The person whom the row is about by the rules of matching; in a question that was asked, after the batch. */
  readonly user: User;
  /** The person who has the address or number. */
  readonly owner?: User;
  /** Set where the address, and not the ID or number, may have been given to another person. */
  readonly matchedBy?: 'email';
}

/** A question that no decision answers, with the row that asks it. */
export interface AskedQuestion extends Question {
  readonly conflictId: string;
  readonly sent: SentPerson;
  /** When the batch was planned. */
  readonly at: Date;
  /** What was changed from this row to the end of the batch; null unless the row was applied, with a warning. */
  readonly applied: readonly FieldChange[] | null;
}

/** What became of one person of a batch. */
export type Outcome =
  | {
      readonly kind: 'inserted' | 'updated' | 'unchanged';
      readonly user: User;
      readonly matchedBy: MatchedBy | null;
      /** The legacyNumber that the user had until this row, which found them by address and gave them another one. */
      readonly replacedNumber?: string;
      /** Empty for a new user. */
      readonly changed: readonly string[];
      readonly warnings: readonly Warning[];
      /** The hold of the de-provisioning; null for a new one of a dry run, which has no id. */
      readonly holdId?: string | null;
      /** The hold that this row has withdrawn by setting the person to active; null as above. */
      readonly withdrawnId?: string | null;
      /** The conflict in which the row waits for an administrator: it was not applied; null in a dry run. */
      readonly pendingId?: string | null;
      /** The thresholds that this person is beyond since this batch, whether held or de-provisioned. */
      readonly beyond?: readonly ThresholdBreach[];
      /** What became of fields that await their source; absent when the row named none of them so that it matters. */
      readonly awaiting?: Awaiting;
      /** Set when the row would have de-provisioned a person whom an administrator keeps active. */
      readonly keptActive?: true;
      /** What the de-provisioning of a faculty member means for committees, whether it is done or held. */
      readonly committeeImpact?: CommitteeImpact;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A stored person before and after; `before` is undefined for a new user. */
export interface UserChange {
  readonly before: User | undefined;
  readonly after: User;
  /** The request of the change, where requests share a batch; otherwise that of the scope applies. */
  readonly requestId?: string;
  /** The submission that was accepted. */
  readonly submissionId?: string;
}

export interface Plan {
  /** One per person, in input order. */
  readonly outcomes: readonly Outcome[];
  /** The net changes to write: one per ID, in the order of the first change. */
  readonly changes: readonly UserChange[];
  /** Unchanged users whose stored body hash is replaced by that of the body sent now. */
  readonly bodiesToRemember: readonly User[];
  /** Unchanged users for whom a source has sent an approved value, which awaits it no longer. */
  readonly confirmed: readonly User[];
  /** What the rows ask an administrator, in their order. */
  readonly questions: readonly AskedQuestion[];
}

/** Returns the next free ID, another one at each call. */
export type TakeId = (prefix: IdPrefix) => string;
