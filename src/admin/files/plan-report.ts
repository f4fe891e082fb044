import type { LinePreview, PersonPreview } from '../../file-import/file-preview.js';
import { describeFailure, externalIdOf } from '../../users/failed-rows/describe-failure.js';
import type { Translations } from '../../texts/languages.js';
import {
  sentenceOf,
  translationsOfCause,
  translationsOfRow,
} from '../../users/failed-rows/failed-row.dto.js';
import { defaultName } from '../../users/model/user-defaults.js';
import type { User } from '../../users/model/user.entity.js';

/** Of each effect so many people are listed; the totals count all. */
const MOST_LISTED = 100;
/** Causes beyond these are counted as failed only. */
const MOST_CAUSES = 100;

type Effect = PersonPreview['effect'] | 'pending';

/** What a file would do to a person. */
export interface PlannedPerson {
  readonly line: number;
  /** null for a new person. */
  readonly id: string | null;
  readonly legacyNumber: string | null;
  readonly name: string;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  /** Why the person would be held; null for people who would not, and for those who are held already. */
  readonly heldBy: 'limit' | 'pause' | null;
}

/** What rows would be refused for. */
export interface PlannedCause {
  readonly cause: string;
  /** The cause in other languages. */
  readonly translations: Translations;
  readonly rows: number;
}

/** A row that would be refused. */
export interface PlannedFailure {
  readonly line: number;
  readonly externalId: string | null;
  readonly sentence: string;
  /** The sentence in other languages. */
  readonly translations: Translations;
}

function personOf(line: number, user: User, isNew: boolean): PlannedPerson {
  const { id, legacyNumber } = user;
  const name = user.name ?? defaultName(user);
  return { line, id: isNew ? null : id, legacyNumber, name, changes: [], heldBy: null };
}

function heldBy({ effect, beyond, holdId }: PersonPreview): PlannedPerson['heldBy'] {
  if (effect !== 'held' || holdId != null) return null;
  return beyond.length > 0 ? 'limit' : 'pause';
}

/** Collects what a file would do, in constant memory. */
export class PlanReport {
  readonly people: Record<Effect, PlannedPerson[]> = {
    inserted: [],
    updated: [],
    deprovisioned: [],
    restored: [],
    held: [],
    withdrawn: [],
    pending: [],
  };
  readonly failures: PlannedFailure[] = [];
  private readonly ofCause = new Map<string, PlannedCause>();

  add(preview: LinePreview): void {
    const { line, effect } = preview;
    if (effect === 'refused') {
      this.fail(line, preview);
      return;
    }
    const listed = this.people[effect];
    if (listed.length >= MOST_LISTED) return;
    const person = personOf(line, preview.user, effect === 'inserted');
    listed.push(
      effect === 'pending'
        ? person
        : { ...person, changes: preview.changes.map(withoutApproval), heldBy: heldBy(preview) },
    );
  }

  /** What rows fail of, the most frequent first. */
  get causes(): PlannedCause[] {
    return [...this.ofCause.values()].sort((one, other) => other.rows - one.rows);
  }

  private fail(line: number, { refusal, sent }: Extract<LinePreview, { effect: 'refused' }>): void {
    const { cause, reason, sentences } = describeFailure(refusal, sent);
    const known = this.ofCause.get(cause) ?? {
      cause,
      translations: translationsOfCause(sentences.cause),
      rows: 0,
    };
    if (known.rows > 0 || this.ofCause.size < MOST_CAUSES)
      this.ofCause.set(cause, { ...known, rows: known.rows + 1 });
    if (this.failures.length >= MOST_LISTED) return;
    const externalId = externalIdOf(sent) ?? null;
    this.failures.push({
      line,
      externalId,
      sentence: sentenceOf({ line, externalId, reason }),
      translations: translationsOfRow({ line, externalId }, sentences.reason),
    });
  }
}

function withoutApproval({
  field,
  before,
  after,
}: PersonPreview['changes'][number]): PlannedPerson['changes'][number] {
  return { field, before, after };
}
