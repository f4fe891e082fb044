import type { Scope } from '../scope.js';
import type { DisclosureKind } from '../disclosure-log.js';

/** The place of a walk: after this record at this stamp. */
export interface Place {
  readonly stamp: number;
  readonly id: string;
}

/** Which changes a walk shows. */
export interface WalkRange {
  readonly since: number;
  /** The last stamp of a record when the walk began: the records and their order are those of that time. */
  readonly until: number;
  /** The last stamp of a record now: the content of records is of this time or later. */
  readonly last: number;
}

/** A record as bytes, without its end, which has the stamp. */
export interface WalkRow extends Place {
  readonly changedAt: number;
  readonly text: Buffer;
}

/** Records in the order in which they changed. */
export interface WalkSource<Filter> {
  readonly disclosure: DisclosureKind;
  /** What a cursor calls the ID of a place. Processes of two versions read each other's cursors while both run. */
  readonly idName: string;

  /** Of the tenant's records. Every change up to it is committed; every later one gets a larger stamp. */
  lastStamp(scope: Scope): Promise<number>;

  /** Whether a record changed in this open interval of stamps. */
  changedBetween(scope: Scope, after: number, before: number): Promise<boolean>;

  /**
   * The next records of a walk, oldest change first. A record that has changed since the walk began is found at the
   * place that it had then, with its current content, so that it comes exactly once.
   */
  page(
    scope: Scope,
    filter: Filter,
    range: WalkRange,
    after: Place | undefined,
    limit: number,
  ): Promise<WalkRow[]>;
}

/** The end of a record: its stamp as a time. */
export function changedAtText(stamp: number): string {
  return `,"changedAt":"${new Date(stamp).toISOString()}"}`;
}
