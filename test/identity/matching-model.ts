/**
 * The rules of contract 2.4 and 11 once more, as plainly as they can be said: linear search over a few people, no code
 * of the service. Rows say some fields; what a row does not say stays.
 */
export type Values = Record<string, unknown>;
type Kind = 'possible_reassignment' | 'email_taken' | 'number_taken' | 'adopt_by_email';
export type Decision = 'same_person' | 'another_person' | 'ignore';
type Source = 'feed' | 'connection';
type By = Source | 'administrator' | 'submission' | 'terminal';

export interface Settings {
  readonly possibleReassignment: 'warn' | 'hold' | 'off';
  readonly adoptByEmail: 'always' | 'unlinked' | 'never';
  readonly awaitSourceDays: number;
}

/** A field that awaits its source: which, its value, and when the present one was approved. */
export interface Awaited {
  readonly value: unknown;
  readonly source: Source | null;
  readonly since: number;
}

interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly awaited?: Awaited | undefined;
}

interface Entry {
  readonly isInsert: boolean;
  readonly by: By;
  readonly run: string | null;
  readonly changes: readonly Change[];
}

export interface Person {
  readonly id: string;
  values: Values;
  awaiting: Record<string, Awaited>;
  history: Entry[];
  /** Whether anything has changed since the person was made. */
  isTouched: boolean;
}

interface Effect {
  readonly id: string;
  readonly isNew: boolean;
  readonly changes: readonly Change[];
}

/** A question in the inbox. */
export interface Question {
  readonly key: string;
  readonly kind: Kind;
  readonly subject: string;
  readonly userId: string;
  readonly ownerId: string | null;
  readonly isOfAddress: boolean;
  status: 'open' | 'decided' | 'taken_back';
  decision: Decision | null;
  count: number;
  newUserId: string | null;
  /** Null once it is decided, unless the decision is replaced from here. */
  sent: Row | null;
  seen: Seen | null;
  /** Of the first row that was applied with a warning. */
  applied: { readonly changes: readonly Change[]; readonly from: number } | null;
  effects: readonly Effect[];
}

/** The people of a question when it was asked or looked at last, and the length of the user's history. */
interface Seen {
  readonly people: readonly { readonly id: string; readonly values: Values }[];
  readonly length: number;
}

/** What is asked. */
interface Asked {
  readonly kind: Kind;
  readonly subject: string;
  readonly user: Person;
  readonly owner?: Person | undefined;
  /** Whether the address, not the number, may have been given to another person. */
  readonly isOfAddress?: boolean;
}

/** A row that asks. */
interface Asking extends Asked {
  readonly sent: Row;
  /** The user before the row, where it was applied with a warning. */
  readonly was: Person | null;
}

/** What a row says: fields, and the externalId that was sent. */
export interface Row {
  readonly externalId?: string | null | undefined;
  readonly says: Values;
  /** Of a PATCH by a connection, which names its user; the other fields are filled in. */
  readonly isPatch?: boolean;
}

export interface Result {
  readonly kind: 'inserted' | 'updated' | 'unchanged' | 'pending' | 'refused';
  readonly code?: string;
  readonly id?: string;
  readonly matchedBy?: string | null;
  readonly changed: readonly string[];
  readonly warnings: readonly string[];
  readonly conflict?: string;
}

interface Actor {
  readonly by: By;
  readonly run?: string | null;
}

class Refused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

export const RANK = 'facultyProfile.facultyRank';
const DAY = 86_400_000;
const REQUIRED = ['email', 'firstName', 'lastName', 'accountType'];
const IDENTITY = [...REQUIRED, 'legacyNumber', 'monthOfEntry', 'yearOfEntry'];
const BY_PATCH = { source: 'connection', isPatch: true } as const;
/** Why a person is inactive whom no one has called so. */
const CAUSE = 'inactiveCause';
/** What is not said of a new person. */
export const NEW: Values = {
  accountStatus: 'active',
  [CAUSE]: null,
  degree: null,
  monthOfEntry: null,
  yearOfEntry: null,
  [RANK]: null,
};

const isId = (text: string): boolean => /^95[01]\d{6,}$/.test(text);
/** Of a field whose values are texts. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const lower = (text: unknown): string => textOf(text).toLowerCase();
const equal = (field: string, one: unknown, other: unknown): boolean =>
  field === 'email' ? lower(one) === lower(other) : one === other;

function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

function likenessOf(one: unknown, other: unknown): number {
  const plain = (text: unknown): string => lower(String(text).normalize('NFD').replace(/\p{M}/gu, ''));
  const [a, b] = [plain(one), plain(other)];
  return 1 - edits(a, b) / Math.max(a.length, b.length);
}

function differStrongly(one: unknown, other: unknown): boolean {
  return likenessOf(one, other) < 0.5;
}

function likenessOfNames(one: Values, other: Values): number {
  return ['firstName', 'lastName'].reduce((sum, name) => sum + likenessOf(one[name], other[name]), 0);
}

function changesBetween(before: Values, after: Values): Change[] {
  return Object.keys(after)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

/** The changed fields, with the approvals that ended by it. */
function netChanges(was: Person, is: Person): Change[] {
  return changesBetween(was.values, is.values).map((change) => {
    const [earlier, now] = [was.awaiting[change.field], is.awaiting[change.field]];
    const isOver = earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(now);
    return isOver ? { ...change, awaited: earlier } : change;
  });
}

/** People, questions and decisions of one tenant. */
const isStatus = ({ field }: Change): boolean => field === 'accountStatus';

/** The same question has the same key. */
function keyOf({ kind, subject, user, owner, isOfAddress = false }: Asked): string {
  return [isOfAddress ? `${kind}:email` : kind, user.id, owner?.id ?? '', subject].join(' ');
}

export class MatchingModel {
  people: Person[] = [];
  questions: Question[] = [];
  /** The keys of questions that were answered with "the same person". */
  samePerson = new Set<string>();
  /** What an ID means by a decision, the latest last. */
  meanings: { key: string; subject: string; means: string }[] = [];
  /** What the rows of the present call ask. */
  private asking: Asking[] = [];
  /** The addresses that people give up in the present call, by their IDs. */
  private leaving = new Map<string, string>();
  /** Which externalId came first with an address in the present call. */
  private named = new Map<string, string>();
  /** The IDs of those whom rows of the present call name by ID or number, and by which. */
  private namedPeople: (readonly [string, string])[] = [];
  /** The numbers of people whom a row of the present call has found by address, and gave another one. */
  private replaced = new Set<string>();

  constructor(readonly settings: Settings) {}

  clone(): MatchingModel {
    const copy = new MatchingModel(this.settings);
    copy.people = structuredClone(this.people);
    copy.questions = structuredClone(this.questions);
    copy.samePerson = new Set(this.samePerson);
    copy.meanings = [...this.meanings];
    return copy;
  }

  private become(other: MatchingModel): void {
    this.people = other.people;
    this.questions = other.questions;
    this.samePerson = other.samePerson;
    this.meanings = other.meanings;
  }

  byId(id: string | null): Person | undefined {
    return this.people.find((person) => person.id === id);
  }

  private byNumber(number: string): Person | undefined {
    return this.people.find(({ values }) => values['legacyNumber'] === number);
  }

  /** Within a call, who has taken the address of a person who gives it up comes before that person. */
  byEmail(email: unknown): Person | undefined {
    const found = this.people.filter(({ values }) => lower(values['email']) === lower(email));
    return found.find((person) => !this.isLeaving(person)) ?? found[0];
  }

  /** One call: the history has its net changes. */
  post(rows: readonly Row[], now: number, takeId: (index: number) => string, actor: Actor): Result[] {
    const before = structuredClone(this.people);
    this.leaving = this.leavers(rows, now);
    this.named = new Map();
    this.namedPeople = rows.flatMap((row) => {
      const user = this.namedBy(row);
      return user === undefined || this.differs(user, row.says)
        ? []
        : [[user.id, row.externalId ?? ''] as const];
    });
    this.replaced = new Set();
    const results = rows.map((row, index) => this.row(row, now, () => takeId(index)));
    this.leaving = new Map();
    this.note(before, actor);
    this.ask();
    return results;
  }

  private namedBy({ externalId = null }: Row): Person | undefined {
    if (externalId === null) return undefined;
    const byId = isId(externalId) ? this.byId(this.meaningOf(externalId)) : undefined;
    return byId ?? this.byNumber(externalId);
  }

  /** Whether a row without a number means the person by the address. */
  private isMeant(user: Person, { externalId = null, says }: Row): boolean {
    const hasAddress = lower(says['email']) === lower(user.values['email']);
    return externalId === null && hasAddress && !this.differsAtAddress(user, null, says);
  }

  /** The most people who can all move: each by one row, to an address that is free or left by one of them. */
  private leavers(rows: readonly Row[], now: number): Map<string, string> {
    const waits = this.settings.possibleReassignment === 'hold';
    let moves = rows.flatMap((row) => {
      const user = this.namedBy(row);
      const to = lower(row.says['email']);
      const isOnly = rows.every(
        (other) => other === row || (this.namedBy(other) !== user && lower(other.says['email']) !== to),
      );
      if (user === undefined || rows.some((other) => this.isMeant(user, other))) return [];
      if (!isOnly || to === lower(user.values['email'])) return [];
      if (this.isKept(user, 'email', row.says['email'], now)) return [];
      const owner = this.byEmail(to);
      if (owner && likenessOfNames(row.says, owner.values) > likenessOfNames(row.says, user.values))
        return [];
      return waits && this.differs(user, row.says) ? [] : [{ user, to }];
    });
    for (let count = -1; count !== moves.length;) {
      count = moves.length;
      moves = moves.filter(({ user, to }) => {
        const owner = this.byEmail(to);
        return owner === undefined || owner === user || moves.some((one) => one.user === owner);
      });
    }
    return new Map(moves.map(({ user }) => [user.id, lower(user.values['email'])]));
  }

  private isLeaving({ id, values }: Person): boolean {
    return this.leaving.get(id) === lower(values['email']);
  }

  private note(before: readonly Person[], { by, run = null }: Actor): void {
    for (const person of this.people) {
      const was = before.find(({ id }) => id === person.id);
      if (was === undefined) {
        person.history.push({ isInsert: true, by, run, changes: [] });
        person.isTouched = false;
        continue;
      }
      const changes = netChanges(was, person);
      if (changes.length > 0) person.history.push({ isInsert: false, by, run, changes });
    }
  }

  private row(row: Row, now: number, takeId: () => string): Result {
    const asked: Asked[] = [];
    const ask = (question: Asked): boolean => {
      if (this.samePerson.has(keyOf(question))) return true;
      asked.push(question);
      return false;
    };
    const before = structuredClone(this.people);
    let result: Result;
    try {
      result = this.decideRow(row, now, takeId, ask);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      result = { kind: 'refused', code: error.code, changed: [], warnings: [] };
    }
    const isApplied = result.kind === 'updated' || result.kind === 'unchanged';
    const [address, number] = [lower(row.says['email']), row.externalId ?? null];
    if (result.kind !== 'refused' && number !== null && !this.named.has(address))
      this.named.set(address, number);
    this.noteReplaced(result, before);
    for (const question of asked) {
      const was = isApplied ? (before.find(({ id }) => id === question.user.id) ?? null) : null;
      this.asking.push({ ...question, sent: row, was });
      const conflict = keyOf(question);
      if (result.kind === 'pending') result = { ...result, conflict };
    }
    return result;
  }

  /** Counts what the call has asked; the people are seen as the call leaves them. */
  private ask(): void {
    const decided = new Set(this.questions.filter((one) => this.staysDecided(one)).map(({ key }) => key));
    for (const { kind, subject, user, owner, isOfAddress = false, sent, was } of this.asking) {
      const key = keyOf({ kind, subject, user, owner, isOfAddress });
      const [userId, ownerId] = [user.id, owner?.id ?? null];
      const seen = this.seenNow(userId, ownerId);
      const fresh = { status: 'open', decision: null, newUserId: null, effects: [] } as const;
      const changes = was === null ? null : netChanges(was, this.byId(userId) ?? was);
      const applied = changes === null ? null : { changes, from: seen.length };
      const known = this.questions.find((one) => one.key === key);
      if (known === undefined) {
        const first = { key, kind, subject, userId, ownerId, isOfAddress, count: 1, sent, seen, applied };
        this.questions.push({ ...first, ...fresh });
        continue;
      }
      known.count += 1;
      if (decided.has(key)) continue;
      const earlier = applied === null ? null : known.applied;
      Object.assign(known, fresh, { sent, seen, applied: earlier ?? applied });
    }
    this.asking = [];
  }

  /** A number that is given away once more after it had come back to the former user is asked about anew. */
  private staysDecided({ status, decision }: Question): boolean {
    return status === 'decided' && decision !== 'another_person';
  }

  private seenNow(userId: string, ownerId: string | null): Seen {
    const people = [userId, ownerId].flatMap((id) => this.byId(id) ?? []);
    return {
      people: people.map(({ id, values }) => ({ id, values: { ...values } })),
      length: this.byId(userId)?.history.length ?? 0,
    };
  }

  /** The ID of the user whom an externalId means; itself, where no decision says otherwise. */
  meaningOf(externalId: string): string {
    return this.meanings.findLast(({ subject }) => subject === externalId)?.means ?? externalId;
  }

  private noteReplaced({ kind, id = '', matchedBy }: Result, before: readonly Person[]): void {
    const was = before.find((person) => person.id === id)?.values['legacyNumber'];
    const isReplaced = kind === 'updated' && matchedBy === 'email' && typeof was === 'string';
    if (isReplaced && this.byId(id)?.values['legacyNumber'] !== was) this.replaced.add(was);
  }

  private decideRow(
    { externalId = null, says }: Row,
    now: number,
    takeId: () => string,
    ask: (question: Asked) => boolean,
  ): Result {
    const byId = externalId !== null && isId(externalId) ? this.byId(this.meaningOf(externalId)) : undefined;
    const byNumber = externalId === null ? undefined : this.byNumber(externalId);
    const byEmail = this.byEmail(says['email']);
    const isLeft = byEmail !== undefined && this.isLeaving(byEmail);
    const user = byId ?? byNumber ?? (isLeft ? undefined : byEmail);
    if (byId === undefined && byNumber === undefined && byEmail === undefined)
      if (this.replaced.has(externalId ?? '')) throw new Refused('IDENTITY_CONFLICT');
    if (user === undefined) return this.newcomer(externalId, says, takeId);
    const isFound = byId !== undefined || byNumber !== undefined;
    const matchedBy = byId !== undefined ? 'id' : byNumber === undefined ? 'email' : 'legacyNumber';
    const said = { ...says };
    const warnings: string[] = [];
    let isAddressKept = false;
    if (isFound && externalId !== null) {
      const owner = this.byEmail(said['email']);
      const isTaken = owner !== undefined && owner.id !== user.id && !this.isLeaving(owner);
      if (isTaken && !this.isKept(user, 'email', said['email'], now)) {
        if (!ask({ kind: 'email_taken', subject: externalId, user, owner }))
          throw new Refused('IDENTITY_CONFLICT');
        delete said['email'];
        warnings.push('email EMAIL_OF_ANOTHER_USER');
        isAddressKept = true;
      }
    }
    if (isFound && externalId !== null && !isAddressKept) {
      const mode = this.settings.possibleReassignment;
      if (mode !== 'off' && this.mayBeAnother(user, said, now)) {
        const isSame = ask({ kind: 'possible_reassignment', subject: externalId, user });
        if (!isSame && mode === 'hold')
          return { kind: 'pending', id: user.id, matchedBy, changed: [], warnings: [] };
        if (!isSame) warnings.push('externalId POSSIBLE_REASSIGNMENT');
      }
    }
    let isAdoptionAsked = false;
    if (matchedBy === 'email' && externalId !== null) {
      const mode = this.settings.adoptByEmail;
      const isFree = mode === 'always' || (mode === 'unlinked' && user.values['legacyNumber'] === null);
      const first = this.named.get(lower(says['email'])) ?? externalId;
      const isNamed = this.namedPeople.some(([id, number]) => id === user.id && number !== externalId);
      isAdoptionAsked = !isFree || first !== externalId || (isNamed && !isId(externalId));
      if (isAdoptionAsked && !ask({ kind: 'adopt_by_email', subject: externalId, user }))
        throw new Refused('IDENTITY_CONFLICT');
      if (isId(externalId)) warnings.push('externalId EXTERNAL_ID_NOT_FOUND');
      else said['legacyNumber'] = externalId;
    }
    if (matchedBy === 'email' && !isAdoptionAsked) {
      const mode = this.settings.possibleReassignment;
      if (mode !== 'off' && this.hasAddressOfAnother(user, externalId, says, now)) {
        const subject = externalId ?? user.id;
        const isSame = ask({ kind: 'possible_reassignment', subject, user, isOfAddress: true });
        if (!isSame && mode === 'hold')
          return { kind: 'pending', id: user.id, matchedBy, changed: [], warnings: [] };
        if (!isSame) warnings.push('email POSSIBLE_REASSIGNMENT');
      }
    }
    if (matchedBy === 'legacyNumber') said['legacyNumber'] = externalId;
    return this.update(user, said, now, matchedBy, warnings);
  }

  private newcomer(externalId: string | null, says: Values, takeId: () => string): Result {
    const prefix = says['accountType'] === 'Student' ? '950' : '951';
    const brings = externalId !== null && isId(externalId);
    if (brings && !externalId.startsWith(prefix)) throw new Refused('VALIDATION_FAILED');
    const id = brings ? externalId : takeId();
    const values: Values = { ...NEW, legacyNumber: brings ? null : externalId, ...says };
    values['accountStatus'] ??= 'active';
    const warnings = this.ignoreRank(says, values, null) ? ['facultyProfile IGNORED'] : [];
    this.people.push({ id, values, awaiting: {}, history: [], isTouched: false });
    return { kind: 'inserted', id, matchedBy: null, changed: [], warnings };
  }

  /** The profile of a person who is no faculty member is not stored. */
  private ignoreRank(says: Values, values: Values, stored: unknown): boolean {
    if (says[RANK] === undefined || values['accountType'] === 'Faculty') return false;
    values[RANK] = stored;
    return true;
  }

  private isKept(user: Person, field: string, value: unknown, now: number): boolean {
    const entry = user.awaiting[field];
    const { awaitSourceDays } = this.settings;
    if (entry === undefined || awaitSourceDays === 0 || !equal(field, entry.value, value)) return false;
    return now <= entry.since + awaitSourceDays * DAY;
  }

  /** What a source still says of a person, whose approved value it does not know yet, is no other person's. */
  private isUnaware(user: Person, says: Values, now: number): boolean {
    return ['email', 'firstName', 'lastName'].some((field) => this.isKept(user, field, says[field], now));
  }

  private mayBeAnother(user: Person, says: Values, now: number): boolean {
    return this.differs(user, says) && !this.isUnaware(user, says, now);
  }

  private hasOtherEntry({ values }: Person, says: Values): boolean {
    const known = ['monthOfEntry', 'yearOfEntry'].filter(
      (part) => (says[part] ?? null) !== null && values[part] !== null,
    );
    return known.length === 0 || known.some((part) => says[part] !== values[part]);
  }

  private differs(user: Person, says: Values): boolean {
    const { values } = user;
    return (
      lower(says['email']) !== lower(values['email']) &&
      ['firstName', 'lastName'].every((name) => differStrongly(says[name], values[name])) &&
      this.hasOtherEntry(user, says)
    );
  }

  private hasAddressOfAnother(user: Person, externalId: string | null, says: Values, now: number): boolean {
    return this.differsAtAddress(user, externalId, says) && !this.isUnaware(user, says, now);
  }

  private differsAtAddress(user: Person, externalId: string | null, says: Values): boolean {
    const { values } = user;
    const { legacyNumber } = values;
    if (!differStrongly(says['firstName'], values['firstName'])) return false;
    const hasOtherName = differStrongly(says['lastName'], values['lastName']);
    const hasOtherNumber = externalId !== null && legacyNumber !== null && externalId !== legacyNumber;
    return values['accountStatus'] === 'inactive'
      ? hasOtherName || hasOtherNumber
      : hasOtherName && (hasOtherNumber || this.hasOtherEntry(user, says));
  }

  /** A report of the feed, and what becomes of fields that await it. */
  private update(
    user: Person,
    sent: Values,
    now: number,
    matchedBy: string | null,
    others: readonly string[],
    by: { readonly source: Source; readonly isPatch: boolean } = { source: 'feed', isPatch: false },
  ): Result {
    const before = user.values;
    const says = before[CAUSE] === null ? sent : { accountStatus: 'active', ...sent };
    const after: Values = { ...before, ...says };
    const isIgnored = this.ignoreRank(says, after, before[RANK]);
    const [kept, putBack]: [string[], string[]] = [[], []];
    for (const [field, entry] of Object.entries(user.awaiting)) {
      if (equal(field, before[field], after[field])) {
        const isSaid = says[field] !== undefined && !(isIgnored && field === RANK);
        const isNamed = isSaid && !(by.isPatch && REQUIRED.includes(field));
        if (isNamed && (entry.source === null || entry.source === by.source))
          Reflect.deleteProperty(user.awaiting, field);
      } else if (this.isKept(user, field, after[field], now)) {
        after[field] = before[field];
        kept.push(`${field} AWAITING_SOURCE`);
      } else {
        if (equal(field, after[field], entry.value)) putBack.push(`${field} APPROVED_CHANGE_PUT_BACK`);
        Reflect.deleteProperty(user.awaiting, field);
      }
    }
    if (after['accountStatus'] === 'active' || says['accountStatus'] === 'inactive') after[CAUSE] = null;
    const differing = changesBetween(before, after).map(({ field }) => field);
    const changed = differing.filter((field) => field !== CAUSE || !differing.includes('accountStatus'));
    user.values = after;
    if (changed.length > 0) user.isTouched = true;
    const ignored = isIgnored ? ['facultyProfile IGNORED'] : [];
    const kind = changed.length > 0 ? 'updated' : 'unchanged';
    return { kind, id: user.id, matchedBy, changed, warnings: [...others, ...ignored, ...kept, ...putBack] };
  }

  /** A status call: of a caller a decision, of an administrator an approval. */
  setStatus(
    id: string,
    status: string,
    now: number,
    by: 'feed' | 'administrator',
    run: string | null,
  ): string {
    const user = this.byId(id);
    if (user === undefined) return 'USER_NOT_FOUND';
    const before = structuredClone(this.people);
    const was = user.values['accountStatus'];
    if (by === 'feed') Reflect.deleteProperty(user.awaiting, 'accountStatus');
    this.set(user, { accountStatus: status });
    if (was === status) {
      this.note(before, { by, run });
      return 'NO CHANGE';
    }
    if (by === 'administrator') this.approve(user, 'accountStatus', was, now);
    this.note(before, { by, run });
    return status === 'active' ? 'USER RESTORED' : 'USER DEPROVISIONED';
  }

  private set(user: Person, given: Values): void {
    const values = given['accountStatus'] === undefined ? given : { [CAUSE]: null, ...given };
    if (changesBetween(user.values, { ...user.values, ...values }).length === 0) return;
    user.values = { ...user.values, ...values };
    user.isTouched = true;
  }

  private approve(user: Person, field: string, was: unknown, now: number): void {
    const { value, source } = user.awaiting[field] ?? { value: was, source: this.sourceOf(user, field) };
    if (equal(field, user.values[field], value)) Reflect.deleteProperty(user.awaiting, field);
    else user.awaiting[field] = { value, source, since: now };
  }

  /** The source that had set the field last. */
  private sourceOf({ history }: Person, field: string): Source | null {
    const isSource = (by: By): by is Source => by === 'feed' || by === 'connection';
    const sets = ({ isInsert, changes }: Entry): boolean =>
      isInsert || changes.some((change) => change.field === field);
    const by = history.findLast((entry) => isSource(entry.by) && sets(entry))?.by;
    return by === undefined || !isSource(by) ? null : by;
  }

  /** A connection gives a person a number, and names nothing else. */
  setNumber(id: string, number: string, now: number): string {
    const user = this.byId(id);
    if (user === undefined) return 'USER_NOT_FOUND';
    const { email, firstName, lastName, accountType, legacyNumber } = user.values;
    if (legacyNumber === number) return '200';
    const filled = { email, firstName, lastName, accountType };
    const owner = this.byNumber(number);
    if (owner !== undefined) {
      const key = ['number_taken', id, owner.id, id].join(' ');
      if (this.samePerson.has(key)) return '200';
      const sent = { externalId: number, says: filled, isPatch: true };
      this.asking.push({ kind: 'number_taken', subject: id, user, owner, sent, was: null });
      this.ask();
      return 'IDENTITY_CONFLICT';
    }
    const before = structuredClone(this.people);
    this.update(user, { ...filled, legacyNumber: number }, now, 'id', [], BY_PATCH);
    this.note(before, { by: 'connection' });
    return '200';
  }

  /** An accepted submission; false when another person has the address or number. */
  accept(id: string, field: string, value: unknown, now: number): boolean {
    const user = this.byId(id);
    if (user === undefined) return false;
    const other =
      field === 'email'
        ? this.byEmail(value)
        : field === 'legacyNumber'
          ? this.byNumber(String(value))
          : undefined;
    if (other !== undefined && other !== user) return false;
    const before = structuredClone(this.people);
    const was = user.values[field];
    this.set(user, { [field]: value });
    this.approve(user, field, was, now);
    this.note(before, { by: 'submission' });
    return true;
  }

  /** 200, "repeated", or the code of the refusal. */
  decide(key: string, decision: Decision, now: number, takeId: () => string): string {
    const question = this.questions.find((one) => one.key === key);
    if (question === undefined) return 'NOT_FOUND';
    if (question.status === 'decided') return 'repeated';
    if (question.status === 'taken_back' && question.sent === null) return 'INVALID_TRANSITION';
    if (decision === 'another_person' && this.takesFrom(question)?.status === 'active')
      return 'INVALID_TRANSITION';
    if (decision !== 'ignore' && this.hasChanged(question)) {
      question.seen = this.seenNow(question.userId, question.ownerId);
      return 'CONFLICT_CHANGED';
    }
    return this.whole((copy) => {
      copy.carryOut(copy.question(key), decision, now, takeId);
    });
  }

  private isByAddress({ kind, isOfAddress }: Question): boolean {
    return kind === 'adopt_by_email' || isOfAddress;
  }

  /** Who would be left without address or number by another person, and their status then. */
  private takesFrom(question: Question): { person: Person; status: unknown } | undefined {
    const { ownerId, userId } = question;
    const person = this.byId(ownerId ?? userId);
    if (person === undefined || (ownerId === null && !this.isByAddress(question))) return undefined;
    const status = person.values['accountStatus'];
    if (ownerId !== null) return { person, status };
    const before = this.appliedOf(question)?.find(isStatus)?.before ?? status;
    return { person, status: this.hasLeftSince(question) ? 'inactive' : before };
  }

  /** Whether an administrator has de-provisioned the person after the rows that were applied. */
  private hasLeftSince({ userId, applied }: Question): boolean {
    const later = applied === null ? [] : (this.byId(userId)?.history ?? []).slice(applied.from);
    const last = later
      .flatMap(({ by, changes }) => changes.filter(isStatus).map(({ after }) => ({ by, after })))
      .at(-1);
    return last?.after === 'inactive' && last.by === 'administrator';
  }

  private question(key: string): Question {
    const found = this.questions.find((one) => one.key === key);
    if (found === undefined) throw new Error(key);
    return found;
  }

  /** All of it, or nothing and the code of the refusal. */
  private whole(work: (copy: MatchingModel) => void): string {
    const copy = this.clone();
    try {
      work(copy);
    } catch (error) {
      if (error instanceof Refused) return error.code;
      throw error;
    }
    copy.note(this.people, { by: 'administrator' });
    this.become(copy);
    return '200';
  }

  private hasChanged({ seen, userId, applied }: Question): boolean {
    if (seen === null) return false;
    const hasLater = applied !== null && (this.byId(userId)?.history.length ?? 0) > seen.length;
    return (
      hasLater ||
      seen.people.some(({ id, values }) =>
        IDENTITY.some((field) => this.byId(id)?.values[field] !== values[field]),
      )
    );
  }

  /** What has changed since the first row that was applied: each field once. */
  private appliedOf({ userId, applied }: Question): Change[] | null {
    if (applied === null) return null;
    const later = (this.byId(userId)?.history ?? []).slice(applied.from).flatMap(({ changes }) => changes);
    const net = new Map<string, Change>();
    for (const change of [...applied.changes, ...later])
      net.set(change.field, { ...(net.get(change.field) ?? change), after: change.after });
    return [...net.values()];
  }

  /** The other person as the rows have made them: what was sent, with the values of now. */
  private successorOf(says: Values, user: Person, changes: readonly Change[]): Values {
    const fields = changes.map(({ field }) => field).filter((field) => field !== 'legacyNumber');
    const said = Object.keys(says).filter((field) => user.awaiting[field] === undefined);
    const now = [...fields, ...said].map((field): [string, unknown] => [field, user.values[field]]);
    return { ...says, ...Object.fromEntries(now) };
  }

  private carryOut(question: Question, decision: Decision, now: number, takeId: () => string): void {
    const before = structuredClone(this.people);
    const { key, subject, kind, sent, userId } = question;
    const user = this.byId(userId);
    if (user === undefined || sent === null) throw new Error(userId);
    const isNumber = !isId(subject);
    const applied = this.appliedOf(question);
    const isByAddress = this.isByAddress(question);
    const owner = this.takesFrom(question);
    const formerAddress = (person: Person): Change => ({
      field: 'email',
      before: `${person.id}@former.invalid`,
      after: person.values['email'],
    });
    const isMerged = kind === 'email_taken' && owner?.status === 'inactive';
    let made: string | null = null;
    if (decision === 'same_person') this.samePerson.add(key);
    if (
      (decision === 'another_person' && question.ownerId !== null) ||
      (decision === 'same_person' && isMerged)
    ) {
      if (owner === undefined) throw new Error(key);
      const number = { field: 'legacyNumber', before: null, after: sent.externalId };
      this.putBack(owner.person, [kind === 'email_taken' ? formerAddress(owner.person) : number]);
      const says = kind === 'number_taken' ? { ...sent.says, legacyNumber: sent.externalId } : sent.says;
      this.update(user, says, now, 'id', [], sent.isPatch === true ? BY_PATCH : undefined);
    } else if (decision === 'same_person' && applied === null) {
      const says = { ...sent.says };
      if (kind === 'email_taken') delete says['email'];
      if (isByAddress && typeof sent.externalId === 'string' && isNumber) {
        const taken = this.byNumber(subject);
        if (taken !== undefined && taken !== user) throw new Refused('IDENTITY_CONFLICT');
        says['legacyNumber'] = subject;
      }
      const taken = says['email'] === undefined ? undefined : this.byEmail(says['email']);
      if (taken !== undefined && taken !== user && !this.isKept(user, 'email', says['email'], now))
        throw new Refused('IDENTITY_CONFLICT');
      this.update(user, says, now, 'id', [], sent.isPatch === true ? BY_PATCH : undefined);
    } else if (decision === 'another_person' && isByAddress) {
      const hasLeft = this.hasLeftSince(question);
      const restored = (applied ?? []).filter((change) => !(hasLeft && isStatus(change)));
      const successor = applied === null ? sent.says : this.successorOf(sent.says, user, restored);
      const { accountStatus } = sent.says;
      const says = hasLeft && accountStatus !== undefined ? { ...successor, accountStatus } : successor;
      const externalId = sent.externalId ?? null;
      this.putBack(user, [...restored.filter(({ field }) => field !== 'email'), formerAddress(user)]);
      if (this.namedBy(sent) !== undefined || this.byEmail(says['email']) !== undefined)
        throw new Refused('CONFLICT_CHANGED');
      made = this.newcomer(externalId, says, takeId).id ?? null;
    } else if (decision === 'another_person') {
      const says = applied === null ? sent.says : this.successorOf(sent.says, user, applied);
      const number = { field: 'legacyNumber', before: null, after: subject };
      const others = (applied ?? []).filter(({ field }) => !isNumber || field !== 'legacyNumber');
      this.putBack(user, isNumber ? [...others, number] : others);
      if (isNumber) this.refuseTaken(subject, says, now);
      else if (this.byEmail(says['email']) !== undefined) throw new Refused('CONFLICT_CHANGED');
      made = this.newcomer(isNumber ? subject : null, says, takeId).id ?? null;
      if (!isNumber && made !== null) this.meanings.push({ key, subject, means: made });
    }
    const effects = this.people.flatMap((person): Effect[] => {
      const { id } = person;
      const was = before.find((one) => one.id === id);
      if (was === undefined) return [{ id, isNew: true, changes: [] }];
      const changes = netChanges(was, person);
      return changes.length === 0 ? [] : [{ id, isNew: false, changes }];
    });
    const isKept = applied !== null && effects.length === 0;
    const nothing = { sent: null, seen: null, applied: null };
    Object.assign(question, { status: 'decided', decision, newUserId: made, effects });
    if (!isKept) Object.assign(question, nothing);
  }

  /** A new person cannot have a number or an address that belongs to another by now. */
  private refuseTaken(number: string, says: Values, now: number): void {
    const { adoptByEmail } = this.settings;
    const [byNumber, byEmail] = [this.byNumber(number), this.byEmail(says['email'])];
    const isSame = (...parts: (string | undefined)[]): boolean => this.samePerson.has(parts.join(' '));
    if (byNumber !== undefined) {
      const isFree =
        byEmail === undefined ||
        byEmail === byNumber ||
        this.isKept(byNumber, 'email', says['email'], now) ||
        isSame('email_taken', byNumber.id, byEmail.id, number);
      throw new Refused(isFree ? 'CONFLICT_CHANGED' : 'IDENTITY_CONFLICT');
    }
    if (byEmail === undefined) return;
    const isAdopted =
      adoptByEmail === 'always' ||
      (adoptByEmail === 'unlinked' && byEmail.values['legacyNumber'] === null) ||
      isSame('adopt_by_email', byEmail.id, '', number);
    throw new Refused(isAdopted ? 'CONFLICT_CHANGED' : 'IDENTITY_CONFLICT');
  }

  /** Gives a person the values from before these changes, and nothing else. */
  private putBack(user: Person, changes: readonly Change[]): void {
    const isOther = (owner: Person | undefined): boolean => owner !== undefined && owner !== user;
    for (const { field, before } of changes) {
      if (field === 'email' && isOther(this.byEmail(before))) throw new Refused('IDENTITY_CONFLICT');
      if (field === 'legacyNumber' && before !== null && isOther(this.byNumber(textOf(before))))
        throw new Refused('IDENTITY_CONFLICT');
    }
    for (const { field, before, awaited } of changes) {
      if (!equal(field, user.values[field], before)) Reflect.deleteProperty(user.awaiting, field);
      if (awaited !== undefined) user.awaiting[field] = awaited;
      this.set(user, { [field]: before });
    }
  }

  /** Takes a decision back: 200, "repeated", or the code of the refusal. */
  undo(key: string): string {
    const question = this.questions.find((one) => one.key === key);
    if (question === undefined) return 'NOT_FOUND';
    if (question.status === 'taken_back') return 'repeated';
    if (question.status === 'open') return 'INVALID_TRANSITION';
    const hasChanged = question.effects.some(({ id, isNew, changes }) => {
      const user = this.byId(id);
      return isNew ? user?.isTouched : changes.some(({ field, after }) => user?.values[field] !== after);
    });
    if (hasChanged) return 'CONFLICT_CHANGED';
    return this.whole((copy) => {
      const known = copy.question(key);
      const made = known.effects.filter(({ isNew }) => isNew).flatMap(({ id }) => copy.byId(id) ?? []);
      for (const person of made) copy.set(person, { legacyNumber: null, accountStatus: 'inactive' });
      const isOwner = ({ id }: Effect): boolean => id === known.ownerId;
      const effects = known.effects.toSorted((one, other) => Number(isOwner(one)) - Number(isOwner(other)));
      for (const { id, isNew, changes } of effects) {
        const user = copy.byId(id);
        if (isNew || user === undefined) continue;
        const isTaken = ({ field, before }: Change): boolean =>
          field === 'email' && made.some(({ values }) => lower(values['email']) === lower(before));
        const back = changes.filter((change) => !isTaken(change));
        copy.putBack(user, back);
      }
      copy.samePerson.delete(key);
      copy.meanings = copy.meanings.filter((meaning) => meaning.key !== key);
      Object.assign(known, { status: 'taken_back', effects: [] });
    });
  }

  /** Undoes a run; a value that another person has, or gets back, stays away. */
  undoRun(run: string): void {
    const before = structuredClone(this.people);
    const plans = this.people
      .filter(({ history }) => history.some((entry) => entry.run === run))
      .map((person) => ({ person, fields: this.fieldsBack(person, run) }));
    const isTaken = (mine: (typeof plans)[number], field: string, value: unknown): boolean =>
      this.people.some((other) => {
        if (other === mine.person) return false;
        const plan = plans.find(({ person }) => person === other);
        const back = plan?.fields.get(field);
        const isFirst = other.id < mine.person.id;
        return back === undefined
          ? equal(field, other.values[field], value)
          : isFirst && equal(field, back.before, value);
      });
    for (let isSettled = false; !isSettled;) {
      // All people are looked at before anything is dropped, and of one person one field at a time.
      const dropped = plans.flatMap((plan) => {
        const field = ['email', 'legacyNumber'].find((name) => {
          const value = plan.fields.get(name)?.before ?? null;
          return value !== null && isTaken(plan, name, value);
        });
        return field === undefined ? [] : [{ plan, field }];
      });
      for (const { plan, field } of dropped) plan.fields.delete(field);
      isSettled = dropped.length === 0;
    }
    for (const { person, fields } of plans) {
      for (const { field, awaited } of fields.values()) {
        Reflect.deleteProperty(person.awaiting, field);
        if (awaited !== undefined) person.awaiting[field] = awaited;
      }
      this.set(person, Object.fromEntries([...fields].map(([field, change]) => [field, change.before])));
    }
    this.note(before, { by: 'terminal', run: `undo:${run}` });
  }

  /** What the run has changed last of a person, with the value from before. */
  private fieldsBack({ values, history }: Person, run: string): Map<string, Change> {
    const first = history.findIndex((entry) => entry.run === run);
    const entries = history.slice(first);
    const isInsert = entries.some((entry) => entry.run === run && entry.isInsert);
    const steps = new Map<string, (Change & { readonly entry: Entry })[]>();
    for (const entry of entries)
      for (const change of entry.changes)
        steps.set(change.field, [...(steps.get(change.field) ?? []), { ...change, entry }]);
    const isApproved = (entry: Entry | undefined): boolean =>
      entry !== undefined && entry.run !== run && (entry.by === 'administrator' || entry.by === 'submission');
    if (isInsert) {
      const isAsMade = [...steps].every(([field, all]) => {
        const own = all.findLast(({ entry }) => entry.run === run);
        const written = own === undefined ? all[0]?.before : own.after;
        return values[field] === written && !isApproved(all.at(-1)?.entry);
      });
      if (!isAsMade || values['accountStatus'] === 'inactive') return new Map();
      const undone = Object.entries({ accountStatus: 'inactive', [CAUSE]: 'undone' });
      return new Map(undone.map(([field, before]) => [field, { field, before, after: values[field] }]));
    }
    const back = new Map<string, Change>();
    for (const [field, all] of steps) {
      const own = all.filter(({ entry }) => entry.run === run);
      const last = own.at(-1);
      if (last === undefined || values[field] !== last.after || isApproved(all.at(-1)?.entry)) continue;
      let start = last;
      for (const step of own.slice(0, -1).reverse()) {
        if (step.after !== start.before) break;
        start = step;
      }
      if (values[field] !== start.before) back.set(field, start);
    }
    return back;
  }
}
