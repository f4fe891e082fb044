import type { Refusal } from '../../errors/refusal.js';
import type { Warning } from '../../http/answers.js';
import type { Threshold } from '../../tenancy/tenant-settings.js';
import type { CreateUpdateUserDto } from './dto/create-update-user.dto.js';
import type { IdPrefix } from './user-ids.js';
import type { User } from './user.entity.js';

/** A threshold that was passed. */
export interface Passing {
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
}

/** Hashes a body for its recognition; the hash is valid while the user has this `updatedAt`. */
export type HashBody = (updatedAt: Date, text: string) => Buffer;

/** The key by which a stored user was found (contract, 2.4). */
export type MatchedBy = 'id' | 'legacyNumber' | 'email';

/** What became of one person of a batch. */
export type Outcome =
  | {
      readonly kind: 'inserted' | 'updated' | 'unchanged';
      readonly user: User;
      readonly matchedBy: MatchedBy | null;
      /** Empty for a new user. */
      readonly changed: readonly string[];
      readonly warnings: readonly Warning[];
      /** The hold of the de-provisioning; null for a new one of a dry run, which has no id. */
      readonly holdId?: string | null;
      /** The hold that this row has withdrawn by setting the person to active; null as above. */
      readonly withdrawnId?: string | null;
      /** The thresholds that this person is beyond since this batch, whether held or de-provisioned. */
      readonly beyond?: readonly Passing[];
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A stored person before and after; `before` is undefined for a new user. */
export interface UserChange {
  readonly before: User | undefined;
  readonly after: User;
  /** The request of the change, where requests share a batch; otherwise that of the scope applies. */
  readonly requestId?: string;
}

export interface Plan {
  /** One per person, in input order. */
  readonly outcomes: readonly Outcome[];
  /** The net changes to write: one per ID, in the order of the first change. */
  readonly changes: readonly UserChange[];
  /** Unchanged users whose stored body hash is replaced by that of the body sent now. */
  readonly bodiesToRemember: readonly User[];
}

/** Returns the next free ID, another one at each call. */
export type TakeId = (prefix: IdPrefix) => string;
