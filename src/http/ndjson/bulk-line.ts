import type { Refusal } from '../../errors/refusal.js';
import { MalformedJson, PayloadTooLarge, ValidationFailed } from '../../errors/request.errors.js';
import { parseJson } from '../json-body.guard.js';
import { check, type DtoClass } from '../validate.js';
import type { InputLine } from './line-reader.js';

export const LINE_LIMIT_KIB = 256;

/** A line's row, or why it has none. */
export type CheckedRow<T> = { readonly row: T } | { readonly refusal: Refusal };

/** A line of a bulk request: JSON or refused, and a row once somebody wants to know. */
export class BulkLine<T extends object> {
  readonly number: number;
  /** To the letter. */
  readonly text: string;
  /** What it says, unchecked; undefined when it is refused. */
  readonly json: unknown;
  private result: CheckedRow<T> | undefined;

  constructor(
    private readonly dto: DtoClass<T>,
    { number, text, problem }: InputLine,
  ) {
    this.number = number;
    this.text = text ?? '';
    if (problem === 'too long') this.result = { refusal: new PayloadTooLarge(LINE_LIMIT_KIB) };
    else if (text === undefined) this.result = { refusal: new MalformedJson('it is not valid UTF-8') };
    else this.json = this.parse(text);
  }

  /** Checks the fields, once. */
  check(): CheckedRow<T> {
    if (this.result === undefined) {
      const result = check(this.dto, this.json);
      this.result =
        'value' in result ? { row: result.value } : { refusal: new ValidationFailed(result.problems) };
    }
    return this.result;
  }

  private parse(text: string): unknown {
    try {
      return parseJson(text);
    } catch (error) {
      if (!(error instanceof MalformedJson)) throw error;
      this.result = { refusal: error };
      return undefined;
    }
  }
}
