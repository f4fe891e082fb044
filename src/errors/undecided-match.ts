import { Refusal, type RefusalError } from './refusal.js';

/** A row that matching cannot decide alone. */
export abstract class UndecidedMatch extends Refusal {
  readonly code = 'IDENTITY_CONFLICT';
  /** The entry of the conflicts inbox; undefined where none was opened, as in a dry run. */
  conflictId: string | undefined;

  override toError(): RefusalError {
    const { conflictId } = this;
    return { ...super.toError(), ...(conflictId === undefined ? {} : { conflictId }) };
  }
}
