import type { FileRow, SourceRow } from '../../file-import/sources/formats.js';
import { isUnreadable, type UnreadableRecord } from '../../file-import/sources/table.js';
import { AnswerCounts, type Failure } from './answer-counts.js';
import type { PositionDisplay } from './position-display.js';
import { type SendOptions, type Sent, sendRows } from './send-rows.js';
import type { Source } from './source.js';

/** Where failed rows are written. */
export interface FailedRows {
  add(failure: Failure): Promise<void>;
}

export interface FeedRowsOptions extends Omit<SendOptions, 'settle'> {
  readonly display: Pick<PositionDisplay, 'update'>;
  readonly failed: FailedRows | undefined;
}

/** The rows to send; the others are reported and left out. */
async function* readable(
  rows: AsyncIterable<FileRow>,
  refuse: (row: UnreadableRecord) => Promise<void>,
): AsyncGenerator<SourceRow> {
  for await (const row of rows)
    if (isUnreadable(row)) await refuse(row);
    else yield row;
}

/** Sends the rows of a source and counts the answers. */
export async function feedRows(
  source: Source,
  { display, failed, ...options }: FeedRowsOptions,
): Promise<{ readonly counts: AnswerCounts; readonly sent: Sent }> {
  const counts = new AnswerCounts();
  const fail = async (failure: Failure | undefined): Promise<void> => {
    if (failure !== undefined) await failed?.add(failure);
  };
  const rows = readable(source.rows, (row) => fail(counts.refuse(row)));
  const sent = await sendRows(rows, {
    ...options,
    settle: async (answer) => {
      await fail(counts.add(answer));
      display.update(counts.received);
    },
  });
  return { counts, sent };
}

/** Why a run is not ended whose file has rows that did not come. */
export function missingText(rows: number): string {
  const which = rows === 1 ? '1 row of the file was' : `${rows} rows of the file were`;
  return `the run is not ended: ${which} not sent or not applied. Correct the file, and feed it again`;
}
