import { isDatabaseAway, isDuplicateKey, isRetryable } from '../../database/transaction/database-errors.js';
import { DataContended, InternalError, ServiceUnavailable } from '../../errors/request.errors.js';
import { OutdatedPlan } from '../batch/batch-context.js';
import { OutOfIds } from '../id-blocks/id-blocks.js';

/** Why an attempt to provision a batch failed. */
export type Failure =
  'ID taken' | 'key taken' | 'out of IDs' | 'outdated' | 'deadlocked' | 'database away' | 'other';

interface Rule {
  /** The attempts with this failure before the batch is given up; its halves count anew. */
  readonly attempts: number;
  /** The same for a single person, where it differs. */
  readonly attemptsAlone?: number;
  /** Whether a batch that was given up is halved, so that one person does not make the others fail. */
  readonly isHalved: boolean;
  /** The refusal of a person who was given up. */
  readonly refusal: new () => DataContended | InternalError | ServiceUnavailable;
}

/**
 * How often each failure is retried, and what follows. The first attempt takes the route that the forecast suggests,
 * every later one locks first. `UnitOfWork` has already retried deadlocks, lock timeouts and wrong assumptions.
 */
export const RULES: Readonly<Record<Failure, Rule>> = {
  // Each attempt of a batch uses up as many IDs as it has new people, that of a single person only one.
  'ID taken': { attempts: 5, attemptsAlone: 101, isHalved: true, refusal: DataContended },
  // Another request was first with an address or a number; the next attempt finds its row.
  'key taken': { attempts: 5, isHalved: true, refusal: DataContended },
  'out of IDs': { attempts: 5, isHalved: true, refusal: DataContended },
  outdated: { attempts: 5, isHalved: true, refusal: DataContended },
  // One attempt here is up to 8 of `UnitOfWork`.
  deadlocked: { attempts: 1, isHalved: true, refusal: DataContended },
  'database away': { attempts: 1, isHalved: false, refusal: ServiceUnavailable },
  other: { attempts: 1, isHalved: true, refusal: InternalError },
};

/** Whether the primary key refused a row. Both server families end the message with the name of the index. */
export function isIdTaken(error: unknown): boolean {
  return isDuplicateKey(error) && error instanceof Error && /\bPRIMARY'?$/.test(error.message);
}

export function failureOf(error: unknown): Failure {
  if (error instanceof OutOfIds) return 'out of IDs';
  if (error instanceof OutdatedPlan) return 'outdated';
  if (isDatabaseAway(error)) return 'database away';
  if (isIdTaken(error)) return 'ID taken';
  if (isDuplicateKey(error)) return 'key taken';
  return isRetryable(error) ? 'deadlocked' : 'other';
}

/** Counts the failures of one batch. */
export class Attempts {
  private readonly failures = new Map<Failure, number>();

  constructor(private readonly people: number) {}

  get hasFailed(): boolean {
    return this.failures.size > 0;
  }

  /** @returns whether the batch may be tried again */
  fail(failure: Failure): boolean {
    const count = (this.failures.get(failure) ?? 0) + 1;
    this.failures.set(failure, count);
    const { attempts, attemptsAlone = attempts } = RULES[failure];
    return count < (this.people === 1 ? attemptsAlone : attempts);
  }
}
