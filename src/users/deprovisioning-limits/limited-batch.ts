import type { Warning } from '../../http/answers.js';
import { pauseText } from '../../tenancy/deprovisioning-pauses.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { Outcome, Plan, SentPerson } from '../model/outcome.js';
import type { Asked, HoldIds } from './holds-and-counts.js';
import type { Thresholded } from './apply-thresholds.js';
import type { Rejections } from './rejections.js';
import type { Passing } from '../model/outcome.js';

type People = readonly SentPerson[];

/** Undefined for a row that is not applied. */
function personOf(outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined || outcome.kind === 'refused' || outcome.pendingId !== undefined)
    return undefined;
  return outcome.user.id;
}

/**
 * The people whom these rows de-provision. A new person had no access, and rows that undo each other change nothing.
 */
export function askedBy(people: People, { outcomes, changes }: Plan, batchRequestId: string): Asked[] {
  const gone = changes.filter(
    ({ before, after }) => before?.accountStatus === 'active' && after.accountStatus === 'inactive',
  );
  const rows = new Map<string, number>();
  outcomes.forEach((outcome, row) => {
    const userId = personOf(outcome);
    if (userId !== undefined && people[row]?.person.accountStatus === 'inactive') rows.set(userId, row);
  });
  return gone.map(({ after: { id: userId } }) => {
    const { requestId = batchRequestId } = people[rows.get(userId) ?? 0] ?? {};
    return { userId, requestId };
  });
}

function saysActive({ accountStatus }: CreateUpdateUserDto): boolean {
  return accountStatus === 'active';
}

/** The users whose last row with a status says that they are active. */
export function saidActive(people: People, { outcomes }: Pick<Plan, 'outcomes'>): string[] {
  const lastWord = new Map<string, boolean>();
  people.forEach(({ person }, row) => {
    const outcome = outcomes[row];
    const userId = outcome?.kind === 'inserted' ? undefined : personOf(outcome);
    if (userId !== undefined && person.accountStatus !== undefined) lastWord.set(userId, saysActive(person));
  });
  return [...lastWord].filter(([, active]) => active).map(([userId]) => userId);
}

export function overThreshold(): Warning {
  const message =
    'More people were de-provisioned than the university expects of one run or one day; it was told';
  return { field: 'accountStatus', code: 'DEPROVISIONING_THRESHOLD', message };
}

/** Why a de-provisioning is held, where a pause holds it. */
export function paused({ pause }: Thresholded): Warning[] {
  if (pause === undefined) return [];
  const message =
    `De-provisionings are paused (${pauseText(pause)}): this one is held, and the person stays active until an ` +
    'administrator decides, also after the pause';
  return [{ field: 'accountStatus', code: 'DEPROVISIONINGS_PAUSED', message }];
}

export function withdrawn(holdId: string | null): Warning {
  const which = holdId === null ? '' : ` ${holdId}`;
  const message = `The held de-provisioning${which} of this person was withdrawn`;
  return { field: 'accountStatus', code: 'HOLD_WITHDRAWN', message };
}

/** What is known of the people of a batch before it is written. */
export interface Limits {
  readonly thresholds: Thresholded;
  /** The holds that the batch withdraws. */
  readonly withdrawn: HoldIds;
  readonly rejected: Rejections;
}

/**
 * A batch as it is written: people who are held, or whose hold an administrator has rejected, keep their status, and
 * the rest of what was sent for them counts.
 */
export class LimitedBatch {
  /** The people to be planned: those who stay active are without their status. */
  readonly people: People;

  constructor(
    private readonly sent: People,
    expected: Pick<Plan, 'outcomes'>,
    private readonly limits: Limits,
  ) {
    const { thresholds, rejected } = limits;
    const isKept = (id: string): boolean => thresholds.held.has(id) || rejected.has(id);
    this.people =
      thresholds.held.size + rejected.size === 0
        ? sent
        : sent.map((one, row) => {
            const { accountStatus, ...person } = one.person;
            if (accountStatus !== 'inactive' || !isKept(personOf(expected.outcomes[row]) ?? '')) return one;
            // Without its text, so that no hash is stored: the body must be read again when it is sent again.
            const { text, ...rest } = one;
            return { ...rest, person };
          });
  }

  /** How many people this batch has put beyond a threshold. */
  get over(): number {
    return this.limits.thresholds.over;
  }

  get passed(): readonly Passing[] {
    return this.limits.thresholds.passed;
  }

  /** Adds holds and warnings to the outcomes of a plan. */
  withHoldsAndWarnings(plan: Plan): Plan {
    const { thresholds, withdrawn: ended, rejected } = this.limits;
    if (thresholds.held.size + thresholds.warned.size + ended.size + rejected.size === 0) return plan;
    return { ...plan, outcomes: plan.outcomes.map((outcome, row) => this.explained(outcome, row)) };
  }

  private explained(outcome: Outcome, row: number): Outcome {
    const person = this.sent[row]?.person;
    if (outcome.kind === 'refused' || outcome.pendingId !== undefined) return outcome;
    if (person?.accountStatus === undefined) return outcome;
    const { id } = outcome.user;
    if (saysActive(person)) {
      const holdId = this.limits.withdrawn.get(id);
      return holdId === undefined
        ? outcome
        : { ...outcome, warnings: [...outcome.warnings, withdrawn(holdId)], withdrawnId: holdId };
    }
    const { held, warned, beyond: limits } = this.limits.thresholds;
    const told = this.limits.rejected.get(id);
    if (told !== undefined) return { ...outcome, warnings: [...outcome.warnings, told], keptActive: true };
    const holdId = held.get(id);
    const beyond = limits.get(id) ?? [];
    if (holdId !== undefined)
      return {
        ...outcome,
        warnings: [...outcome.warnings, ...paused(this.limits.thresholds)],
        holdId,
        beyond,
      };
    // Not on another row of the person, which changes no status.
    return warned.has(id) && outcome.changed.includes('accountStatus')
      ? { ...outcome, warnings: [...outcome.warnings, overThreshold()], beyond }
      : outcome;
  }
}
