import { IdempotencyConflict, ValidationFailed } from '../../errors/request.errors.js';
import { SandboxBusy } from '../../errors/sandbox.errors.js';
import {
  type ClockCall,
  type ClockMove,
  type TenantClock,
  timeOf,
  wallTime,
} from '../../tenancy/time/tenant-clock.js';
import { LONGEST_ADVANCE } from '../sandboxes.dto.js';

const EARLIEST = new Date('1970-01-02T00:00:00Z');
const LATEST = new Date('3000-01-01T00:00:00Z');

/** What a call asks of a clock. */
export interface MoveInput {
  readonly now: string | undefined;
  readonly advanceSeconds: number | undefined;
  /** As before, where it is not given. */
  readonly frozen: boolean | undefined;
}

/**
 * What a call does to a clock; undefined when it repeats one that was carried out. One that repeats the call of a move
 * whose process has ended continues that.
 * @throws {ValidationFailed} when it is not one moment, is in the past, or too far
 * @throws {SandboxBusy} while another call is moving the clock
 */
export function moveOf(
  input: MoveInput,
  clock: TenantClock | null,
  call: ClockCall | undefined,
): ClockMove | undefined {
  if (isRepetition(call, clock)) return clock?.moving;
  if (clock?.moving !== undefined) throw new SandboxBusy();
  const to = targetOf(input, timeOf(clock, wallTime())).toISOString();
  return { to, frozen: input.frozen ?? clock?.frozen ?? false, call };
}

/**
 * Whether a call repeats the one that moves a clock, or that has set it.
 * @throws {IdempotencyConflict} when its key came with another body
 */
export function isRepetition(call: ClockCall | undefined, clock: TenantClock | null): boolean {
  const known = (clock?.moving ?? clock)?.call;
  if (call === undefined || known?.key !== call.key) return false;
  if (known.bodyHash !== call.bodyHash) throw new IdempotencyConflict();
  return true;
}

/** @throws {ValidationFailed} for a moment that a database cannot store, or soon could not */
export function within(at: Date, field: string): Date {
  if (at >= EARLIEST && at < LATEST) return at;
  throw refused(field, 'isInRange', `${field} must not leave the years 1970 to 2999`);
}

function targetOf({ now, advanceSeconds, frozen }: MoveInput, from: Date): Date {
  if (now !== undefined && advanceSeconds !== undefined)
    throw refused('advanceSeconds', 'isAlone', 'advanceSeconds cannot be given together with now');
  if (advanceSeconds !== undefined)
    return within(new Date(from.getTime() + advanceSeconds * 1000), 'advanceSeconds');
  if (now !== undefined) return within(forward(new Date(now), from), 'now');
  if (frozen !== undefined) return from;
  throw refused('now', 'isDefined', 'now, advanceSeconds or frozen is required');
}

function forward(to: Date, from: Date): Date {
  if (to < from) {
    const message = `now must not be before ${from.toISOString()}, which it is already: clocks of sandboxes go forward`;
    throw refused('now', 'isForward', `${message}, and a reset puts them back`);
  }
  if (to.getTime() - from.getTime() > LONGEST_ADVANCE * 1000)
    throw refused('now', 'isNear', 'now must be at most ten years after the time that it is');
  return to;
}

function refused(field: string, code: string, message: string): ValidationFailed {
  return new ValidationFailed([{ field, code, message }]);
}
