import { type FileHandle, open } from 'node:fs/promises';

import { BYTE_ORDER_MARK, csvLine, type CsvValue } from '../../http/csv.js';
import type { Failure } from '../feed/answer-counts.js';
import type { FailedRows } from '../feed/feed-rows.js';

const HEADER = ['line', 'externalId', 'field', 'code', 'message'];
const WRITTEN_AT_ONCE = 64 * 1024;

/** The lines of `<name>.result.csv` for one refused row: one for each of its problems. */
export function linesOf({ line, error, row }: Failure): CsvValue[][] {
  const { code, message, details = [] } = error;
  const problems = details.length > 0 ? details : [{ field: null, code, message }];
  return problems.map((one) => [line, externalIdOf(row), one.field, one.code, one.message]);
}

function externalIdOf(row: unknown): string | null {
  if (typeof row !== 'object' || row === null || !('externalId' in row)) return null;
  const { externalId } = row;
  return typeof externalId === 'string' || typeof externalId === 'number' ? String(externalId) : null;
}

/** The file of refused rows, as it is being written. */
export class ResultRows implements FailedRows {
  private text = BYTE_ORDER_MARK + csvLine(HEADER);

  private constructor(private readonly file: FileHandle) {}

  /** Replaces what an interrupted one has left. */
  static async create(path: string): Promise<ResultRows> {
    return new ResultRows(await open(path, 'w', 0o640));
  }

  async add(failure: Failure): Promise<void> {
    this.text += linesOf(failure).map(csvLine).join('');
    if (this.text.length >= WRITTEN_AT_ONCE) await this.flush();
  }

  /** Afterwards the file is there also after a power cut. */
  async end(): Promise<void> {
    await this.flush();
    await this.file.sync();
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async flush(): Promise<void> {
    const { text } = this;
    this.text = '';
    await this.file.appendFile(text);
  }
}
