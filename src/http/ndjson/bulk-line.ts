import { Refusal } from '../../errors/refusal.js';
import {
  MalformedJson,
  PayloadTooLarge,
  UnreadableRow,
  ValidationFailed,
} from '../../errors/request.errors.js';
import { forEachYielding } from '../../concurrency/for-each-yielding.js';
import { parseJson } from '../server/json-body.guard.js';
import { check } from '../validation/validate.js';
import type { DtoClass } from '../validation/dto-class.js';
import type { InputLine } from './line-reader.js';

export const LINE_LIMIT_KIB = 256;

/** A line's row, or why it has none. */
export type CheckedRow<T> = { readonly row: T } | { readonly refusal: Refusal };

/**
 * A line of a bulk request. It is parsed and checked at the first access: a line that is recognised never is, as
 * parsing was a fifth of the cost of such a line.
 */
export class BulkLine<T extends object> {
  readonly number: number;
  /** Exactly as it was sent. */
  readonly text: string;
  private parsed: unknown;
  private result: CheckedRow<T> | undefined;

  constructor(
    private readonly dto: DtoClass<T>,
    { number, text, problem }: InputLine,
  ) {
    this.number = number;
    this.text = text ?? '';
    if (problem === 'too long') this.result = { refusal: new PayloadTooLarge(LINE_LIMIT_KIB, 'line') };
    else if (problem instanceof UnreadableRow) this.result = { refusal: problem };
    else if (text === undefined) this.result = { refusal: new MalformedJson('it is not valid UTF-8') };
  }

  /** The parsed value, unchecked; undefined when the line is refused. */
  get json(): unknown {
    if (this.parsed === undefined && this.result === undefined) this.parsed = this.parse(this.text);
    return this.parsed;
  }

  /** Whether {@link check} has nothing left to do. */
  get isChecked(): boolean {
    return this.result !== undefined;
  }

  /** Checks the fields, once. */
  check(): CheckedRow<T> {
    const { json } = this;
    if (this.result === undefined) {
      const result = check(this.dto, json);
      this.result =
        'value' in result ? { row: result.value } : { refusal: new ValidationFailed(result.problems) };
    }
    return this.result;
  }

  private parse(text: string): unknown {
    try {
      return parseJson(text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.result = { refusal: error };
      return undefined;
    }
  }
}

/** Checks lines; lets other requests have their turn in between. */
export async function checkEachYielding(lines: readonly BulkLine<object>[]): Promise<void> {
  await forEachYielding(
    lines.filter(({ isChecked }) => !isChecked),
    (line) => line.check(),
  );
}
