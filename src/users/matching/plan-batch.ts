import type { Refusal } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { UndecidedMatch } from '../../errors/undecided-match.js';
import { NumberReplaced, UserNotFound } from '../../errors/users.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { type Intent, REPORT } from '../model/awaiting-source/awaited-field.js';
import { changesWithApprovals } from '../model/awaiting-source/awaiting-source.js';
import { merge } from '../model/fields/merge.js';
import type { AskedQuestion, HashBody, Outcome, Plan, SentPerson, TakeId } from '../model/outcome.js';
import { emailKeyOf, hasIdForm } from '../model/user-ids.js';
import type { User } from '../model/user.entity.js';
import type { CandidateIndex, Match } from './candidate-index.js';
import { leavingAddresses, namedBy } from './moving-addresses.js';
import { PlannedChanges } from './planned-changes.js';
import { type OpenQuestion, RowQuestions } from './questions.js';
import { numberMayBeReassigned } from './reassignment.js';
import { type Target, targetOfKnown, targetOfMatch, targetOfNewcomer } from './targets.js';

/** What makes one person of a batch be refused. */
const REFUSALS = [ValidationFailed, UndecidedMatch, UserNotFound];

/**
 * Decides what each person of a batch means, in input order. A person may come twice: the second row is matched against
 * the result of the first. Nothing is written here.
 * @param hashBody absent where the bodies are not to be recognised later
 */
export function planBatch(
  scope: Scope,
  people: readonly SentPerson[],
  candidates: CandidateIndex,
  takeId: TakeId,
  now: Date,
  hashBody?: HashBody,
): Plan {
  const sentNumbers = new Set(people.map(({ person }) => person.externalId));
  // An ID that a row of this batch names belongs to that row's person, whichever of the two comes first.
  const takeUnnamedId: TakeId = (prefix) => {
    let id = takeId(prefix);
    while (sentNumbers.has(id)) id = takeId(prefix);
    return id;
  };
  const leaving = leavingAddresses(scope, people, candidates, now);
  const named = numbersOf(people.filter(isOfUpload), candidates);
  const batch = new PlannedBatch(scope, candidates, takeUnnamedId, now, { leaving, named }, hashBody);
  const outcomes = people.map((sent) => batch.planRow(sent));
  return { outcomes, ...batch.changes.all(), questions: batch.questions };
}

/** Requests that share a batch come from callers who do not know of each other, and a decision names its users. */
function isOfUpload({ requestId, userId }: SentPerson): boolean {
  return requestId === undefined && userId === undefined;
}

/** What the rows of a batch say of stored users, before any of them is applied. */
interface Foreseen {
  /** By their IDs: the keys of the stored addresses that they give up in this batch. */
  readonly leaving: ReadonlyMap<string, string>;
  /** By their IDs: the externalIds of the rows that name them and are about them, as far as the names show. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
}

function numbersOf(people: readonly SentPerson[], candidates: CandidateIndex): Foreseen['named'] {
  const numbers = new Map<string, Set<string>>();
  for (const sent of people) {
    const { externalId } = sent.person;
    const user = namedBy(sent, candidates);
    if (user === undefined || typeof externalId !== 'string') continue;
    if (numberMayBeReassigned(sent.person, user)) continue;
    numbers.set(user.id, (numbers.get(user.id) ?? new Set()).add(externalId));
  }
  return numbers;
}

/** A question, and the row that asks it. */
interface Asking extends OpenQuestion {
  readonly sent: SentPerson;
  readonly isApplied: boolean;
}

class PlannedBatch {
  private readonly asked: Asking[] = [];
  /** By the key of an address: the externalId of the first row that had it and was not refused. */
  private readonly numbers = new Map<string, string>();
  private readonly replaced = new Set<string>();
  readonly changes: PlannedChanges;

  constructor(
    private readonly scope: Scope,
    private readonly candidates: CandidateIndex,
    private readonly takeId: TakeId,
    private readonly now: Date,
    private readonly foreseen: Foreseen,
    private readonly hashBody: HashBody | undefined,
  ) {
    this.changes = new PlannedChanges(candidates);
  }

  planRow(sent: SentPerson): Outcome {
    const ask = new RowQuestions(this.scope.tenantId, this.candidates.decisions);
    const outcome = this.outcomeOf(sent, ask);
    const isApplied = outcome.kind !== 'refused' && outcome.pendingId === undefined;
    if (outcome.kind !== 'refused' && isOfUpload(sent)) this.note(sent, outcome.replacedNumber);
    for (const open of ask.open) this.asked.push({ ...open, sent, isApplied });
    return outcome;
  }

  private note(
    { person: { email, externalId = null } }: SentPerson,
    replacedNumber: string | undefined,
  ): void {
    const key = emailKeyOf(email);
    if (externalId !== null && !this.numbers.has(key)) this.numbers.set(key, externalId);
    if (replacedNumber !== undefined) this.replaced.add(replacedNumber);
  }

  /** Whether the address of a stored user stands in another row of the upload, or the user, with another externalId. */
  private isOfAnother(user: User, email: string, externalId: string): boolean {
    const first = this.numbers.get(emailKeyOf(email)) ?? externalId;
    const isNamed = first !== externalId || this.candidates.named?.isOfAnother(email, externalId) === true;
    // An unknown ID replaces no number.
    if (isNamed || hasIdForm(externalId)) return isNamed;
    return [...(this.foreseen.named.get(user.id) ?? [])].some((other) => other !== externalId);
  }

  /** @throws {NumberReplaced} when an earlier row of the upload has given the user of the number another one */
  private refuseReplaced(externalId: string | null): void {
    if (externalId === null) return;
    if (this.replaced.has(externalId) || this.candidates.named?.isReplaced(externalId) === true)
      throw new NumberReplaced(externalId);
  }

  /** What the rows so far ask, with the people as these rows leave them. */
  get questions(): AskedQuestion[] {
    const { now: at } = this;
    return this.asked.map(({ question, conflictId, sent, isApplied }) => {
      const user = this.candidates.byId(question.user.id) ?? question.user;
      const owner = this.candidates.byId(question.owner?.id ?? '') ?? question.owner;
      const applied = isApplied ? changesWithApprovals(question.user, user) : null;
      const people = owner === undefined ? { user } : { user, owner };
      return { ...question, ...people, conflictId, sent, at, applied };
    });
  }

  private outcomeOf(sent: SentPerson, ask: RowQuestions): Outcome {
    try {
      const target = this.targetOf(sent, ask);
      const [pending] = target.isPending ? ask.open : [];
      return pending === undefined ? this.apply(sent, target) : pendingOutcome(target, pending);
    } catch (error) {
      if (!REFUSALS.some((refusal) => error instanceof refusal)) throw error;
      if (error instanceof UndecidedMatch) error.conflictId = ask.open[0]?.conflictId;
      return { kind: 'refused', refusal: error as Refusal };
    }
  }

  private targetOf(sent: SentPerson, ask: RowQuestions): Target {
    const { person, userId, intent = REPORT, isOtherAccount = false } = sent;
    const { scope, candidates, now } = this;
    const { leaving } = this.foreseen;
    const isOfAnother = this.isOfAnother.bind(this);
    const context = { scope, candidates, ask, now, intent, isOtherAccount, leaving, isOfAnother };
    if (userId !== undefined) return targetOfKnown(userId, person, context);
    const match = candidates.match(person);
    if (match === undefined) this.refuseReplaced(person.externalId ?? null);
    return match === undefined || this.isLeft(match)
      ? targetOfNewcomer(scope, person, this.takeId, now)
      : targetOfMatch(match, person, context);
  }

  /** Whether the address by which a user was found is given up by a later row. */
  private isLeft({ user, by }: Match): boolean {
    return by === 'email' && this.foreseen.leaving.get(user.id) === user.emailKey;
  }

  private apply(sent: SentPerson, target: Target): Outcome {
    const { before, isNew, matchedBy, legacyNumber, person } = target;
    const intent = intentOf(sent, target);
    const { after, changed, warnings, awaiting, keptActive } = merge(
      this.scope,
      before,
      person,
      legacyNumber,
      this.now,
      intent,
    );
    const replacedNumber = replacedBy(target, after);
    const bodyHash = warnings.length === 0 ? this.hashOf(sent, target, after) : null;
    if (isNew) this.changes.write(undefined, after, bodyHash);
    else if (changed.length > 0) this.changes.write(before, after, bodyHash);
    else this.changes.keep(before, after, bodyHash);
    return {
      kind: isNew ? 'inserted' : changed.length > 0 ? 'updated' : 'unchanged',
      user: after,
      matchedBy,
      ...(replacedNumber === undefined ? {} : { replacedNumber }),
      changed: isNew ? [] : changed,
      warnings: [...target.warnings, ...warnings],
      ...(awaiting === undefined ? {} : { awaiting }),
      ...(keptActive === undefined ? {} : { keptActive }),
    };
  }

  /**
   * Null for a body that is not remembered: with warnings, because a repetition must warn again and may match another
   * user then, or with a meaning that depends on a decision.
   */
  private hashOf({ text }: SentPerson, target: Target, { updatedAt }: User): Buffer | null {
    if (text === undefined || target.dependsOnDecision || target.warnings.length > 0) return null;
    return this.hashBody?.(updatedAt, text) ?? null;
  }
}

function replacedBy({ before, matchedBy }: Target, after: User): string | undefined {
  const former = matchedBy === 'email' ? before.legacyNumber : null;
  return former === null || former === after.legacyNumber ? undefined : former;
}

function intentOf({ intent = REPORT }: SentPerson, { keepsEmail }: Target): Intent {
  return keepsEmail && intent.kind === 'report' ? { ...intent, keepsEmail: true } : intent;
}

function pendingOutcome({ before, matchedBy }: Target, { conflictId }: OpenQuestion): Outcome {
  return { kind: 'unchanged', user: before, matchedBy, changed: [], warnings: [], pendingId: conflictId };
}
