import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import { isRunName } from '../../tenancy/sync-run.js';
import { type EntryOfRun, RunChangesRepository } from '../history/run-changes.repository.js';
import { type ChangeKind, isOfPart, kindsDone, placeIn, type RunPart } from '../history/run-part.js';
import type { UserHistoryEntry } from '../history/user-change.entity.js';
import { UserChangesRepository } from '../history/user-changes.repository.js';
import type { FieldChange } from '../model/fields/field-changes.js';
import { type FieldCount, type KindCount, RunPeopleTally } from './run-people-tally.js';
import { isUndone, undoRunOf } from './undo-run.js';

/** Entries of one statement. */
const ENTRIES_AT_ONCE = 2000;

/** What a run did to one person. */
export interface RunPerson {
  /** Their last entry of the part. The last of a page is where the next one goes on. */
  readonly place: number;
  readonly userId: string;
  readonly at: Date;
  readonly kinds: readonly ChangeKind[];
  /** From the value before the run to the one after it. */
  readonly fields: readonly FieldChange[];
  /** The fields that an undo has put back. */
  readonly undone: readonly string[];
}

/** How many people a run changed, in all and for each value of a filter. */
export interface RunPeopleCounts {
  /** In the part. */
  readonly people: number;
  readonly kinds: readonly KindCount[];
  readonly fields: readonly FieldCount[];
  /** People of the run who have had something put back by an undo. */
  readonly undone: number;
}

/** The change of each field from before the first entry to after the last one. */
function changesOf(own: readonly UserHistoryEntry[]): FieldChange[] {
  const changes = new Map<string, FieldChange>();
  for (const { field, before, after } of own.flatMap(({ fields }) => fields ?? []))
    changes.set(field, { field, before: changes.has(field) ? changes.get(field)?.before : before, after });
  return [...changes.values()];
}

/** The fields whose last change of the run was put back. */
function undoneOf(
  run: string,
  own: ReadonlySet<UserHistoryEntry>,
  history: readonly UserHistoryEntry[],
): string[] {
  const names = new Set(history.flatMap(({ fields }) => (fields ?? []).map(({ field }) => field)));
  return [...names].filter((name) => {
    const all = history.filter(({ fields }) => (fields ?? []).some(({ field }) => field === name));
    return isUndone(run, all.slice(all.findLastIndex((entry) => own.has(entry)) + 1));
  });
}

/** The people whom a run changed, by what it did to them. */
@Injectable()
export class RunPeopleService {
  constructor(
    private readonly runChanges: RunChangesRepository,
    private readonly changes: UserChangesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * The people of a part, those changed last first.
   * @param before the place of the person after whom the page begins
   */
  async page(
    scope: Scope,
    run: string,
    part: RunPart,
    { before, limit }: { readonly before: number | undefined; readonly limit: number },
  ): Promise<RunPerson[]> {
    const span = isRunName(run) ? await this.runChanges.spanOf(scope, run) : undefined;
    if (span === undefined) return [];
    const found: RunPerson[] = [];
    let next: EntryOfRun[] = [];
    const take = async (): Promise<void> => {
      found.push(...(await this.peopleAt(scope, run, part, { ...span, entries: next })));
      next = [];
    };
    for await (const entries of this.slicesOf(scope, run, before))
      for (const entry of entries.filter((one) => isOfPart(part, one))) {
        next.push(entry);
        if (next.length < limit - found.length) continue;
        await take();
        if (found.length >= limit) return found;
      }
    await take();
    return found;
  }

  /** Reads every entry of the run, some thousands at once. */
  async counts(scope: Scope, run: string, part: Pick<RunPart, 'kind' | 'field'>): Promise<RunPeopleCounts> {
    const tally = new RunPeopleTally();
    for await (const entries of this.slicesOf(scope, run))
      for (const entry of entries) tally.add(entry.userId, entry);
    return { ...tally.counts(part), undone: await this.undone(scope, run) };
  }

  private async undone(scope: Scope, run: string): Promise<number> {
    const undo = undoRunOf(run);
    const last = await this.lastEntriesOf(scope, undo);
    if (last.size === 0) return 0;
    const takenBack = await this.lastEntriesOf(scope, undoRunOf(undo));
    return [...last].filter(([userId, id]) => id > (takenBack.get(userId) ?? 0)).length;
  }

  private async lastEntriesOf(scope: Scope, run: string): Promise<Map<string, number>> {
    const last = new Map<string, number>();
    for await (const entries of this.slicesOf(scope, run))
      for (const { userId, id } of entries) if (!last.has(userId)) last.set(userId, id);
    return last;
  }

  /** The last comes first. */
  private async *slicesOf(
    scope: Scope,
    run: string,
    from = Number.MAX_SAFE_INTEGER,
  ): AsyncGenerator<readonly EntryOfRun[]> {
    if (!isRunName(run)) return;
    for (let before: number | undefined = from; before !== undefined;) {
      const range = { order: 'DESC', before, limit: ENTRIES_AT_ONCE } as const;
      const entries = await this.runChanges.ofRun(scope, run, range);
      yield entries;
      before = entries.length < ENTRIES_AT_ONCE ? undefined : entries.at(-1)?.id;
    }
  }

  /** The people who stand at these entries: a person stands at their last one, and is listed once. */
  private async peopleAt(
    scope: Scope,
    run: string,
    part: RunPart,
    { first, last, entries }: { first: number; last: number; entries: readonly EntryOfRun[] },
  ): Promise<RunPerson[]> {
    const ids = [...new Set(entries.map(({ userId }) => userId))];
    const histories = new Map<string, UserHistoryEntry[]>(ids.map((id) => [id, []]));
    for (const entry of await this.changes.since(scope, this.unitOfWork.single, ids, first))
      histories.get(entry.userId)?.push(entry);
    return entries.flatMap(({ id, userId }) => {
      const history = histories.get(userId) ?? [];
      const own = history.filter((entry) => entry.run === run && entry.id <= last);
      const at = own.at(-1)?.at;
      if (at === undefined || placeIn(part, own) !== id) return [];
      const undone = undoneOf(run, new Set(own), history);
      return [{ place: id, userId, at, kinds: kindsDone(own), fields: changesOf(own), undone }];
    });
  }
}
