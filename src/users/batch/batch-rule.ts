import type { Reader } from '../../database/transaction/reader.js';
import type { Transaction } from '../../database/transaction/transaction.js';
import type { Refusal } from '../../errors/refusal.js';
import type { Scope } from '../../tenancy/scope.js';
import type { MatchDecisions } from '../matching/questions.js';
import type { NamedAddresses } from '../matching/named-addresses.js';
import type { Plan, SentPerson } from '../model/outcome.js';
import type { User } from '../model/user.entity.js';
import type { CandidateKeys } from '../model/users.repository.js';

/** What is planned and not written: a dry run, or the question what one post would do. */
export interface Preview {
  /** How many people are active, as far as the limits need to know. */
  readonly activePeople: (reader: Reader) => Promise<number>;
}

/**
 * A change that is not known before the person is read: the rule of its batch works out what is sent. It names its
 * user, or has keys that find one, if there is one.
 */
export type PersonChange = { readonly requestId?: string } & (
  | { readonly userId: string; readonly keys?: never }
  | { readonly keys: CandidateKeys; readonly userId?: never }
);

/** What an outcome is about: a person as sent, or why nothing was worked out. */
export type BatchEntry = SentPerson | Refusal;

/** What a batch knows. It is read once for each attempt. */
export interface BatchContext {
  readonly scope: Scope;
  /** All people of the batch, in the order of the outcomes. */
  readonly entries: readonly BatchEntry[];
  /** From `plan` on without the refused ones, in the order of the outcomes. */
  readonly people: readonly SentPerson[];
  /** The stored people whom the batch may be about. */
  readonly stored: readonly User[];
  /** What administrators have decided about the externalIds of these people. */
  readonly decisions: MatchDecisions;
  /** What the rows of the upload have named in earlier batches. */
  readonly named?: NamedAddresses | undefined;
  readonly now: Date;
  /** What a rule reads with. */
  readonly reader: Reader;
  /** The people whom rules have refused so far. */
  readonly refused: Refusals;
  /** Set when the people who are stored are locked, and what is planned is written. */
  readonly transaction?: Transaction;
  /** Whether the transaction that writes assumes, and the server checks, what `admit` has not read. */
  readonly isAssuming?: boolean;
  readonly preview?: Preview;
}

export interface WrittenBatch extends BatchContext {
  readonly transaction: Transaction;
}

/** The people who must not be written, each with the reason. */
export type Refusals = ReadonlyMap<SentPerson, Refusal>;

/**
 * A rule about the people of a batch. Rules are asked in the order of their list (`batch-planner.ts`), and each hook
 * may run again, for another attempt or a half of the batch. A preview calls `admit` and `plan` alone.
 */
export interface BatchRule {
  /** Before anything is planned. The others are planned without the refused ones. */
  admit?(batch: BatchContext): Promise<Refusals>;
  /** Changes what was planned. */
  plan?(batch: BatchContext, plan: Plan): Promise<Plan>;
  /** Whether the rule needs the transaction for a plan that changes no person. Asked outside of it. */
  isConcerned?(batch: BatchContext, plan: Plan): Promise<boolean>;
  /** Before the people are written. */
  write?(batch: WrittenBatch, plan: Plan): Promise<void>;
  /** When the people are written. */
  announce?(batch: WrittenBatch, plan: Plan): Promise<void>;
}

/** The people whom the changes of a batch may be about, locked. */
export interface FoundPeople extends Pick<WrittenBatch, 'stored' | 'decisions' | 'transaction'> {
  readonly changes: readonly PersonChange[];
}

/**
 * The rule that another room gives to one batch, for what it writes in the same transaction. The transaction is opened
 * even when no person changes. The rule may throw `BatchAbandoned`.
 */
export interface OwnRule {
  /** Whether all people are written or none: the batch is not halved. */
  readonly isIndivisible?: boolean;
  /** What is sent of people whose changes depend on what is stored, in the order of the changes. */
  workOut?(found: FoundPeople): Promise<readonly BatchEntry[]>;
  admit(batch: WrittenBatch): Promise<Refusals>;
  announce(batch: WrittenBatch, plan: Plan): Promise<void>;
}
