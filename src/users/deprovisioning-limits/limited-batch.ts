import type { Warning } from '../../http/answers.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { Outcome, Plan, SentPerson } from '../model/outcome.js';
import type { Asked, HoldIds } from './holds-and-counts.js';
import type { Thresholded } from './apply-thresholds.js';
import type { Passing } from '../model/outcome.js';

type People = readonly SentPerson[];

function personOf(outcome: Outcome | undefined): string | undefined {
  return outcome === undefined || outcome.kind === 'refused' ? undefined : outcome.user.id;
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
    if (outcome === undefined || outcome.kind === 'refused' || outcome.kind === 'inserted') return;
    if (person.accountStatus !== undefined) lastWord.set(outcome.user.id, saysActive(person));
  });
  return [...lastWord].filter(([, active]) => active).map(([userId]) => userId);
}

export function overThreshold(): Warning {
  const message =
    'More people were de-provisioned than the university expects of one run or one day; it was told';
  return { field: 'accountStatus', code: 'DEPROVISIONING_THRESHOLD', message };
}

export function withdrawn(holdId: string | null): Warning {
  const which = holdId === null ? '' : ` ${holdId}`;
  const message = `The held de-provisioning${which} of this person was withdrawn`;
  return { field: 'accountStatus', code: 'HOLD_WITHDRAWN', message };
}

/** A batch as it is written: people who are held keep their status, and the rest of what was sent for them counts. */
export class LimitedBatch {
  /** The people to be planned: those who are held are without their status. */
  readonly people: People;

  constructor(
    private readonly sent: People,
    expected: Pick<Plan, 'outcomes'>,
    private readonly thresholds: Thresholded,
    private readonly withdrawn: HoldIds,
  ) {
    this.people =
      thresholds.held.size === 0
        ? sent
        : sent.map((one, row) => {
            const { accountStatus, ...person } = one.person;
            const isHeld = thresholds.held.has(personOf(expected.outcomes[row]) ?? '');
            if (!isHeld || accountStatus !== 'inactive') return one;
            // Without its text, so that no hash is stored: the body must be read again when it is sent again.
            const { requestId, userId } = one;
            return {
              person,
              ...(requestId === undefined ? {} : { requestId }),
              ...(userId === undefined ? {} : { userId }),
            };
          });
  }

  /** How many people this batch has put beyond a threshold. */
  get over(): number {
    return this.thresholds.over;
  }

  get passed(): readonly Passing[] {
    return this.thresholds.passed;
  }

  /** Adds holds and warnings to the outcomes of a plan. */
  withHoldsAndWarnings(plan: Plan): Plan {
    const { held, warned } = this.thresholds;
    if (held.size + warned.size + this.withdrawn.size === 0) return plan;
    return { ...plan, outcomes: plan.outcomes.map((outcome, row) => this.explained(outcome, row)) };
  }

  private explained(outcome: Outcome, row: number): Outcome {
    const person = this.sent[row]?.person;
    if (outcome.kind === 'refused' || person?.accountStatus === undefined) return outcome;
    const { id } = outcome.user;
    if (saysActive(person)) {
      const holdId = this.withdrawn.get(id);
      return holdId === undefined
        ? outcome
        : { ...outcome, warnings: [...outcome.warnings, withdrawn(holdId)], withdrawnId: holdId };
    }
    const { held, warned, beyond: limits } = this.thresholds;
    const holdId = held.get(id);
    const beyond = limits.get(id) ?? [];
    if (holdId !== undefined) return { ...outcome, holdId, beyond };
    return warned.has(id)
      ? { ...outcome, warnings: [...outcome.warnings, overThreshold()], beyond }
      : outcome;
  }
}
