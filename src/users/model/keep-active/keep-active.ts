import type { Warning } from '../../../http/answers.js';
import { dayIn } from '../../../tenancy/time/calendar.js';
import type { Scope } from '../../../tenancy/scope.js';
import type { Intent } from '../awaiting-source/awaited-field.js';
import type { CreateUpdateUserDto } from '../dto/create-update-user.dto.js';
import type { KeepActive } from './keep-active-decision.js';
import type { User } from '../user.entity.js';

/** A longer rule would be forgotten, and keep the account open. */
export const LONGEST_KEEP_DAYS = 366;

type Kept = Pick<User, 'keepActive' | 'accountStatus'>;

/** The rule while it holds; it ends by the tenant's calendar. */
export function keptActiveBy(
  { tenant }: Pick<Scope, 'tenant'>,
  { keepActive, accountStatus }: Kept,
  now: Date,
): KeepActive | null {
  if (keepActive === null || accountStatus === 'inactive') return null;
  return dayIn(tenant.timeZone, now) <= keepActive.until ? keepActive : null;
}

/**
 * What is left of a row when the rule holds: a row that would de-provision the person says nothing of the status. Rows
 * that give a person earlier values back, and approvals, are decisions of the university themselves.
 */
export function withoutKeptStatus(
  scope: Scope,
  user: User,
  person: CreateUpdateUserDto,
  intent: Intent,
  now: Date,
): { readonly person: CreateUpdateUserDto; readonly kept: KeepActive | null } {
  const isOwnDecision = intent.kind === 'restoration' || intent.kind === 'approval';
  if (person.accountStatus !== 'inactive' || isOwnDecision) return { person, kept: null };
  const kept = keptActiveBy(scope, user, now);
  if (kept === null) return { person, kept };
  const { accountStatus, ...rest } = person;
  return { person: rest, kept };
}

export function keptActive({ until }: KeepActive): Warning {
  const message = `accountStatus stays active: an administrator keeps this person active until ${until}`;
  return { field: 'accountStatus', code: 'KEPT_ACTIVE', message };
}

export function keepActiveEnded({ until }: KeepActive): Warning {
  const message = `An administrator had decided to keep this person active until ${until}; that has ended`;
  return { field: 'accountStatus', code: 'KEEP_ACTIVE_ENDED', message };
}
