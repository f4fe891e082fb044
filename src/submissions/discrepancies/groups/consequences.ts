import type { Resolution } from '../../entities/discrepancy.entity.js';
import { type Chosen, chosenOf } from './chosen.js';
import type { OpenDiscrepancy } from './groups.repository.js';

/** A submission as a decision about groups meets it. */
export interface WaitingForm {
  readonly studentId: string;
  readonly open: readonly OpenDiscrepancy[];
  /** What the record would do with a submitted value; it has it already when it is `kept`. */
  readonly onAccept: (discrepancy: OpenDiscrepancy) => 'changed' | 'kept' | 'refused';
}

/** A value, and in how many submissions it is. */
export interface CountedValue<V> {
  readonly value: V;
  readonly submissions: number;
}

/** A group that was chosen or can be chosen too, as far as it is meant. */
export interface ChosenGroup extends Pick<OpenDiscrepancy, 'formType' | 'field' | 'submitted'> {
  readonly groupKey: string;
  readonly submissions: number;
  /** The most frequent first. */
  readonly recorded: readonly CountedValue<string | null>[];
}

/** Another field that is undecided in submissions of the chosen groups. */
export interface AlsoOpen {
  readonly field: string;
  readonly submissions: number;
  /** The groups of these submissions, the largest first. */
  readonly groups: readonly ChosenGroup[];
}

/** What follows from a decision about groups. */
export interface Consequences {
  readonly groups: readonly ChosenGroup[];
  readonly alsoOpen: readonly AlsoOpen[];
  /** What will be decided, without refused ones. */
  readonly discrepancies: number;
  readonly submissions: number;
  /** People whose records change. */
  readonly records: number;
  /** Submissions that wait for no other decision. */
  readonly free: number;
  /** Submissions that still wait, and for what. */
  readonly waiting: number;
  readonly waitingFor: readonly CountedValue<string>[];
  /** Submissions that stay as they are, because the record refuses a value. */
  readonly refused: number;
}

type GroupEntry = Omit<ChosenGroup, 'submissions' | 'recorded'> & {
  readonly recorded: Map<string | null, number>;
};

interface FieldEntry {
  submissions: number;
  readonly groups: Map<string, GroupEntry>;
}

function countIn<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function largestFirst<T extends { readonly submissions: number }>(all: T[]): T[] {
  return all.sort((one, other) => other.submissions - one.submissions);
}

function counted<K>(counts: ReadonlyMap<K, number>): CountedValue<K>[] {
  return largestFirst([...counts].map(([value, submissions]) => ({ value, submissions })));
}

function groupsIn(entries: ReadonlyMap<string, GroupEntry>): ChosenGroup[] {
  const groups = [...entries.values()].map(({ recorded, ...group }) => {
    const values = counted(recorded);
    const submissions = values.reduce((sum, value) => sum + value.submissions, 0);
    return { ...group, submissions, recorded: values };
  });
  return largestFirst(groups);
}

function addTo(entries: Map<string, GroupEntry>, groupKey: string, one: OpenDiscrepancy): void {
  const { formType, field, submitted, recorded } = one;
  const entry = entries.get(groupKey) ?? {
    groupKey,
    formType,
    field,
    submitted,
    recorded: new Map<string | null, number>(),
  };
  countIn(entry.recorded, recorded);
  entries.set(groupKey, entry);
}

/** Adds up, submission by submission, what follows from a decision about groups. */
export class ConsequencesTally {
  private readonly counts = { discrepancies: 0, submissions: 0, free: 0, waiting: 0, refused: 0 };
  private readonly changed = new Set<string>();
  private readonly waitingFor = new Map<string, number>();
  private readonly groups = new Map<string, GroupEntry>();
  private readonly alsoOpen = new Map<string, FieldEntry>();

  constructor(
    private readonly chosen: Omit<Chosen, 'seen'>,
    private readonly resolution: Resolution | undefined,
  ) {}

  add(form: WaitingForm): void {
    const decided = chosenOf(form.open, this.chosen);
    if (decided.length === 0) return;
    for (const one of form.open) this.describe(one, decided.includes(one));
    const effects = this.resolution === 'accept_submitted' ? decided.map(form.onAccept) : [];
    if (effects.includes('refused')) {
      this.counts.refused += 1;
      return;
    }
    this.counts.submissions += 1;
    this.counts.discrepancies += decided.length;
    if (effects.includes('changed')) this.changed.add(form.studentId);
    const rest = new Set(form.open.filter((one) => !decided.includes(one)).map(({ field }) => field));
    this.counts[rest.size === 0 ? 'free' : 'waiting'] += 1;
    for (const field of rest) countIn(this.waitingFor, field);
  }

  result(): Consequences {
    const alsoOpen = [...this.alsoOpen].map(([field, { submissions, groups }]) => ({
      field,
      submissions,
      groups: groupsIn(groups),
    }));
    const waitingFor = counted(this.waitingFor);
    return {
      ...this.counts,
      groups: groupsIn(this.groups),
      alsoOpen: largestFirst(alsoOpen),
      records: this.changed.size,
      waitingFor,
    };
  }

  private describe(one: OpenDiscrepancy, isDecided: boolean): void {
    const { groupKey, field } = one;
    if (groupKey === null) return;
    if (isDecided && this.chosen.groupKeys.includes(groupKey)) addTo(this.groups, groupKey, one);
    else if (one.id <= this.chosen.newest) {
      const entry: FieldEntry = this.alsoOpen.get(field) ?? { submissions: 0, groups: new Map() };
      entry.submissions += 1;
      addTo(entry.groups, groupKey, one);
      this.alsoOpen.set(field, entry);
    }
  }
}
