import { t } from '@lingui/core/macro';
import { HttpError } from 'react-admin';

import { inPages } from '../api/http';
import type { Failure, RunFinishDto } from '../api/openapi';
import type { Difference } from '../ui/difference';
import type { Translations } from '../ui/of-service';

/** What became of the rows so far; a plan counts more. */
export interface Counts {
  readonly received: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly deprovisioned: number;
  readonly restored: number;
  readonly pending: number;
  readonly held: number;
  readonly overThreshold: number;
}

interface PlanTotals extends Counts {
  readonly withdrawn: number;
  readonly keptActive: number;
}

/** What a file would do to a person. */
export interface PlannedPerson {
  readonly line: number;
  /** null for a new person. */
  readonly id: string | null;
  readonly legacyNumber: string | null;
  readonly name: string;
  readonly changes: readonly Difference[];
  readonly heldBy: 'limit' | 'pause' | null;
}

export type Effect = 'inserted' | 'updated' | 'deprovisioned' | 'restored' | 'held' | 'withdrawn' | 'pending';

export interface Notes {
  readonly run: string;
  /** Rows with nothing in them. */
  readonly blank: number;
  /** Records that the mapping leaves out. */
  readonly skipped: readonly { readonly reason: string; readonly rows: number }[];
  readonly ignoredColumns: readonly string[];
}

/** What finishing the run has done, or would do; `notComplete` is why it is refused. */
export interface Finish {
  readonly finish?: Pick<RunFinishDto, 'absent' | 'sample'>;
  readonly notComplete?: string;
}

export interface Plan extends Notes, Finish {
  readonly totals: PlanTotals;
  /** The first people of each effect. */
  readonly people: Readonly<Record<Effect, readonly PlannedPerson[]>>;
  readonly failures: readonly {
    readonly line: number;
    readonly sentence: string;
    readonly translations: Translations;
  }[];
  readonly causes: readonly {
    readonly cause: string;
    readonly translations: Translations;
    readonly rows: number;
  }[];
}

export interface Applied extends Notes, Finish {
  readonly totals: Counts | null;
}

type FileLine<S> = { readonly progress: Counts } | { readonly summary: S } | Failure;

/**
 * Reads the lines to the end.
 * @param onProgress called with the rows so far
 * @throws {HttpError} when the rest of the file was refused
 * @throws {Error} when the answer ends without its summary
 */
export async function readFileLines<S>(
  lines: AsyncGenerator,
  onProgress: (rows: number) => void,
): Promise<S> {
  for await (const line of lines as AsyncGenerator<FileLine<S>>) {
    if ('summary' in line) return line.summary;
    if ('success' in line)
      throw new HttpError(inPages(line.error.translations) ?? line.message, 400, { code: line.error.code });
    onProgress(line.progress.received);
  }
  throw new Error(
    t`The answer was cut short. What was applied stays; plan the file again to see what is left.`,
  );
}
