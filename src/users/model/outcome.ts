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
  /** How many were de-provisioned before it was passed, and how many were active at the beginning. */
  readonly people: number;
  readonly active: number;
}

/** A person as a caller sent them. */
export interface SentPerson {
  readonly person: CreateUpdateUserDto;
  /** The exact text of the body, by which a repetition is recognised; absent when there was none. */
  readonly text?: string;
  /** The request that it came with, where requests share a batch; else that of the scope. */
  readonly requestId?: string;
}

/** Hashes a body for recognition; the hash holds while the user has this `updatedAt`. */
export type HashBody = (updatedAt: Date, text: string) => Buffer;

/** By what a stored user was found (contract, 2.4). */
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
      /** Under which the de-provisioning waits for an administrator; null in a dry run, where a new one has no id. */
      readonly holdId?: string | null;
      /** Which waited, and does not any more because this person is said to be active; null as above. */
      readonly withdrawnId?: string | null;
      /** Thresholds of the guard that this person is beyond since just now, whether they are held or go. */
      readonly beyond?: readonly Passing[];
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A stored person before and after; `before` is undefined for a new user. */
export interface UserChange {
  readonly before: User | undefined;
  readonly after: User;
  /** The request that made it, where requests share a batch; else that of the scope. */
  readonly requestId?: string;
}

export interface Plan {
  /** One per person, in input order. */
  readonly outcomes: readonly Outcome[];
  /** What must be written, net: one entry per ID, in the order of first change. */
  readonly changes: readonly UserChange[];
  /** Unchanged users whose stored body hash is to be replaced by that of the body sent now. */
  readonly recognisable: readonly User[];
}

/** Hands out the next free ID; each call another one. */
export type TakeId = (prefix: IdPrefix) => string;
