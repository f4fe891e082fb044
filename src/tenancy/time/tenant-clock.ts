/** The clock of a sandbox (contract, section 12): at the wall time `setAt` it showed `now`. */
export interface TenantClock {
  readonly now: string;
  readonly setAt: string;
  /** Whether it stands still; else it runs on from `now`. */
  readonly frozen: boolean;
  /** Where a call moves it; it stands still wherever it has come to meanwhile. */
  readonly moving?: ClockMove;
  /** The call that has set it, when that had an idempotency key. */
  readonly call?: ClockCall | undefined;
}

/** To which moment a clock is moved, and whether it stands still there. */
export interface ClockMove {
  readonly to: string;
  readonly frozen: boolean;
  readonly call?: ClockCall | undefined;
}

/** By which a repetition of a call is known. */
export interface ClockCall {
  readonly key: string;
  readonly bodyHash: string;
}

/** The time that a clock shows; a tenant without one has the wall time. */
export function timeOf(clock: TenantClock | null, wall: Date): Date {
  if (clock === null) return wall;
  const shown = Date.parse(clock.now);
  return new Date(clock.frozen ? shown : shown + wall.getTime() - Date.parse(clock.setAt));
}

/** The time of the world: for what is about no tenant, or is compared with clocks outside of the service. */
export function wallTime(): Date {
  return new Date(Date.now());
}

/** The time of the tenant of a call. Whatever is stored, compared or answered for a tenant takes its time from here. */
export function nowOf({ tenant }: { readonly tenant: { readonly clock: TenantClock | null } }): Date {
  return timeOf(tenant.clock, wallTime());
}
