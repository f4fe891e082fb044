/** What an undo does, or would do; the API sends it in lines of JSON. */
export interface UndoTotals {
  readonly people: number;
  readonly putBack: number;
  readonly fields: number;
  readonly deprovisioned: number;
  readonly restored: number;
  readonly kept: number;
  readonly taken: number;
}

/** A field that stays as it is. */
export interface KeptField {
  readonly field: string;
  readonly value: unknown;
  readonly reason: 'changed since' | 'taken';
  readonly at: string | null;
  readonly actorLabel: string | null;
  readonly run: string | null;
  readonly owner: string | null;
}

export interface UndoException {
  readonly userId: string;
  readonly userName: string;
  readonly isInserted: boolean;
  readonly kept: readonly KeptField[];
}

export interface UndoSummary {
  readonly undoneBy: string;
  readonly totals: UndoTotals;
  readonly exceptions: readonly UndoException[];
  /** People with something that stays; the first of them are listed. */
  readonly exceptionCount: number;
}

export type UndoLine = { readonly progress: UndoTotals } | { readonly summary: UndoSummary };

/**
 * Reads the lines to the end.
 * @param onProgress called with the number of people so far
 * @throws {Error} when the answer ends without its summary
 */
export async function readUndo(
  lines: AsyncGenerator,
  onProgress: (people: number) => void,
): Promise<UndoSummary> {
  for await (const line of lines as AsyncGenerator<UndoLine>) {
    if ('summary' in line) return line.summary;
    onProgress(line.progress.people);
  }
  throw new Error('The answer was cut short; try again. What was put back stays put back.');
}
