/** The person whose data is looked for. */
export interface Subject {
  readonly tenantId: string;
  readonly userId: string;
  /** The ID and every legacyNumber that the person has or had, without those of other people now. */
  readonly numbers: readonly string[];
  /** Every e-mail address that the person has or had, without those of other people now. */
  readonly emails: readonly string[];
  /** Every first name that the person has or had. */
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  /** The submissions that the person has handed in. */
  readonly submissionIds: readonly string[];
}

/** Which rows of a table are about a person, beside those of another tenant. */
export interface RowsOf {
  readonly sql: string;
  readonly values: (subject: Subject) => readonly unknown[];
}

/**
 * What an erasure does with the rows. `with the person`: they are deleted by the call itself, so that no one can log in
 * any more. `deleted`: in the background. `overwritten`: they stay without what is personal. `kept`: they say no more
 * than the ID.
 */
export type Fate = 'with the person' | 'deleted' | 'overwritten' | 'kept';

/** How rows are overwritten, as SQL in which `@userId` stands for the ID of the person. */
export interface Overwriting {
  readonly assignments: string;
  /** Which rows need not be overwritten any more. */
  readonly done: string;
}

export interface PersonalTable {
  readonly table: string;
  /** Distinguishes two parts of one table. */
  readonly part?: string;
  readonly rows: RowsOf;
  /** An index that the server must use, where it might read the rows of the whole tenant instead. */
  readonly index?: string;
  /** Whether the rows are about other people, so that an export and a plan leave them out. */
  readonly isOfOthers?: boolean;
  readonly fate: Fate;
  readonly overwriting?: Overwriting;
  /** Why rows stay. */
  readonly reason?: string;
  /** Columns that an export leaves out: secrets, and their hashes. */
  readonly secret?: readonly string[];
}
