import { isDeepStrictEqual } from 'node:util';

import type { Warning } from '../../http/answers.js';
import { pauseText } from '../../tenancy/time/deprovisioning-pauses.js';
import type { AwaitedField } from '../model/awaiting-source/awaited-field.js';
import { isAbsence, isReportOfNow } from '../model/awaiting-source/awaited-field.js';
import { restored } from '../model/awaiting-source/awaiting-source.js';
import type { CreateUpdateUserDto } from '../model/dto/create-update-user.dto.js';
import type { AskedQuestion, Outcome, Plan, SentPerson, UserChange } from '../model/outcome.js';
import type { User } from '../model/user.entity.js';
import type { Thresholded } from './apply-thresholds.js';
import type { Asked, HoldIds } from './holds-and-counts.js';
import type { Rejections } from './rejections.js';

type People = readonly SentPerson[];
type Known = Extract<Outcome, { user: User }>;

const STATUS = 'accountStatus';

function isApplied(outcome: Outcome | undefined): outcome is Known {
  return outcome !== undefined && outcome.kind !== 'refused' && outcome.pendingId === undefined;
}

/** Undefined for a row that is not applied. */
function personOf(outcome: Outcome | undefined): string | undefined {
  return isApplied(outcome) ? outcome.user.id : undefined;
}

/** Whether nothing is left of what the row changes when the person stays active. */
function changesStatusAtMost(outcome: Outcome | undefined): boolean {
  return isApplied(outcome) && withoutStatus(outcome).kind === 'unchanged';
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
  return gone.map(({ after: { id: userId, inactiveCause: cause } }) => {
    const row = rows.get(userId) ?? 0;
    const { requestId = batchRequestId, intent } = people[row] ?? {};
    const isRowUnchanged = !isAbsence(intent) && changesStatusAtMost(outcomes[row]);
    return { userId, requestId, cause, isRowUnchanged };
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

/** The users whom rows of sources name without a status: who was held because they were absent is not any more. */
export function namedAgain(people: People, { outcomes }: Pick<Plan, 'outcomes'>): string[] {
  const named = new Set<string>();
  people.forEach(({ person, intent }, row) => {
    const outcome = outcomes[row];
    const userId = outcome?.kind === 'inserted' ? undefined : personOf(outcome);
    if (userId !== undefined && person.accountStatus === undefined && isReportOfNow(intent))
      named.add(userId);
  });
  return [...named];
}

export function overThreshold(): Warning {
  const message =
    'More people were de-provisioned than the university expects of one run or one day; ' +
    'the university has been notified';
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

/** What the limits say about the people of a batch. */
export interface Limits {
  readonly thresholds: Thresholded;
  /** The holds that the batch withdraws. */
  readonly withdrawn: HoldIds;
  readonly rejected: Rejections;
}

/**
 * The person as the plan leaves them, but active as before.
 * @param awaited what the active status awaits
 * @param isChanged whether another field than the status was changed
 */
function staying(before: User, planned: User, awaited: AwaitedField | undefined, isChanged: boolean): User {
  const stays: User = {
    ...planned,
    accountStatus: before.accountStatus,
    inactiveCause: before.inactiveCause,
    keepActive: before.keepActive,
    awaitingSource:
      awaited === undefined
        ? planned.awaitingSource
        : restored(planned.awaitingSource, { [STATUS]: awaited }),
  };
  return isChanged
    ? // The body must be read again when it is sent again.
      { ...stays, bodyHash: null }
    : { ...stays, updatedAt: before.updatedAt, bodyHash: before.bodyHash };
}

/** What a row did to the status of a person who stays active does not count. */
function withoutStatus(outcome: Known): Known {
  const { awaiting, ...rest } = outcome;
  const changed = outcome.changed.filter((field) => field !== STATUS);
  const putBack = awaiting?.putBack.filter(({ field }) => field !== STATUS) ?? [];
  const kept = awaiting?.kept ?? [];
  return {
    ...rest,
    kind: outcome.kind === 'updated' && changed.length === 0 ? 'unchanged' : outcome.kind,
    changed,
    warnings: outcome.warnings.filter(
      ({ field, code }) => field !== STATUS || code !== 'APPROVED_CHANGE_PUT_BACK',
    ),
    ...(kept.length + putBack.length === 0 ? {} : { awaiting: { kept, putBack } }),
  };
}

/** A plan in which some people stay active; what else was sent for them counts. */
class StayingActive {
  private readonly before = new Map<string, User>();
  /** The people as they stay, by what was planned: an outcome and its change have the same object. */
  private readonly stays = new Map<User, User>();
  /** The people whose other fields the rows so far have changed. */
  private readonly changed = new Set<string>();
  /** What the status of these people awaits while it is active. */
  private readonly awaited = new Map<string, AwaitedField | undefined>();

  constructor(
    private readonly planned: Plan,
    isKept: (userId: string) => boolean,
  ) {
    for (const { before } of planned.changes) {
      if (before === undefined || !isKept(before.id)) continue;
      this.before.set(before.id, before);
      this.awaited.set(before.id, before.awaitingSource?.[STATUS]);
    }
  }

  plan(): Plan {
    const { planned } = this;
    // The outcomes come first: they show, row by row, who has changed.
    const outcomes = planned.outcomes.map((outcome) => this.outcome(outcome));
    const stay = planned.changes.filter(({ after }) => this.before.has(after.id));
    const confirmed = stay
      .map(({ after }) => this.user(after))
      .filter(({ id, awaitingSource }) => {
        const isConfirmed = !isDeepStrictEqual(this.before.get(id)?.awaitingSource, awaitingSource);
        return isConfirmed && !this.changed.has(id);
      });
    return {
      outcomes,
      changes: planned.changes.flatMap((change) => this.change(change)),
      confirmed: [...planned.confirmed, ...confirmed],
      bodiesToRemember: planned.bodiesToRemember,
      questions: planned.questions.map((question) => this.question(question)),
    };
  }

  private user(planned: User): User {
    const before = this.before.get(planned.id);
    if (before === undefined) return planned;
    const known = this.stays.get(planned);
    if (known !== undefined) return known;
    const { id } = planned;
    const stays = staying(before, planned, this.awaited.get(id), this.changed.has(id));
    this.stays.set(planned, stays);
    return stays;
  }

  private outcome(outcome: Outcome): Outcome {
    if (outcome.kind === 'refused' || !this.before.has(outcome.user.id)) return outcome;
    const { user } = outcome;
    if (user.accountStatus === 'active') this.awaited.set(user.id, user.awaitingSource?.[STATUS]);
    const left = withoutStatus(outcome);
    if (left.changed.length > 0) this.changed.add(user.id);
    return { ...left, user: this.user(user) };
  }

  private change(change: UserChange): UserChange[] {
    const { id } = change.after;
    if (this.before.has(id) && !this.changed.has(id)) return [];
    return [{ ...change, after: this.user(change.after) }];
  }

  private question(question: AskedQuestion): AskedQuestion {
    const { user, owner, applied } = question;
    const people = owner === undefined ? {} : { owner: this.user(owner) };
    const left = this.before.has(user.id)
      ? (applied?.filter(({ field }) => field !== STATUS) ?? null)
      : applied;
    return { ...question, ...people, user: this.user(user), applied: left };
  }
}

/** Adds the hold, the warning or the decision to the outcome of a row that names the status. */
function explained(outcome: Known, sent: CreateUpdateUserDto, limits: Limits): Outcome {
  const { warnings } = outcome;
  const { id } = outcome.user;
  if (sent.accountStatus !== 'inactive') {
    const withdrawnId = limits.withdrawn.get(id);
    return withdrawnId === undefined
      ? outcome
      : { ...outcome, warnings: [...warnings, withdrawn(withdrawnId)], withdrawnId };
  }
  const rejected = limits.rejected.get(id);
  if (rejected !== undefined) return { ...outcome, warnings: [...warnings, rejected], keptActive: true };
  const { held, warned, beyond: limitsOf } = limits.thresholds;
  const beyond = limitsOf.get(id) ?? [];
  const holdId = held.get(id);
  if (holdId !== undefined)
    return { ...outcome, warnings: [...warnings, ...paused(limits.thresholds)], holdId, beyond };
  // Not on another row of the person, which changes no status.
  return warned.has(id) && outcome.changed.includes(STATUS)
    ? { ...outcome, warnings: [...warnings, overThreshold()], beyond }
    : outcome;
}

/**
 * The plan as it is written: people who are held, or whose hold an administrator has rejected, keep their status, and
 * the rest of what was sent for them counts.
 */
export function limitedPlan(people: People, planned: Plan, limits: Limits): Plan {
  const { thresholds, withdrawn: ended, rejected } = limits;
  const { held, warned } = thresholds;
  if (held.size + warned.size + ended.size + rejected.size === 0) return planned;
  const plan = new StayingActive(planned, (id) => held.has(id) || rejected.has(id)).plan();
  const outcomes = plan.outcomes.map((outcome, row) => {
    const sent = people[row]?.person;
    return isApplied(outcome) &&
      sent !== undefined &&
      (sent.accountStatus !== undefined || ended.has(outcome.user.id))
      ? explained(outcome, sent, limits)
      : outcome;
  });
  return { ...plan, outcomes };
}
