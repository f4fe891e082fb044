import { sentence } from '../texts/sentence.js';
import { Refusal } from './refusal.js';

export class RunNotFound extends Refusal {
  readonly code = 'NOT_FOUND';

  constructor() {
    super(
      'No run of this tenant has that name; a run is known once a call about people, progress or submissions ' +
        'has named it in X-Sync-Run.',
    );
  }
}

/** A row or a finish for a run that was finished before (contract, section 15). */
export class RunFinished extends Refusal {
  readonly code = 'RUN_FINISHED';

  constructor() {
    super(
      'This run was finished, so nothing more belongs to it and nothing was changed; send these rows under the name ' +
        'of another run.',
    );
  }
}

/** The run was finished while a row of it was being applied. */
export class RunFinishedMeanwhile extends Refusal {
  readonly code = 'RUN_FINISHED';

  constructor() {
    super(
      'The run was finished while this row was applied, so the row may be applied without belonging to it; send it ' +
        'again under the name of another run.',
    );
  }
}

/** A run was finished before, and is to be finished in another way. */
export class FinishedOtherwise extends Refusal {
  readonly code = 'RUN_FINISHED';

  constructor(reason: 'with another body' | 'and undone') {
    super(
      reason === 'and undone'
        ? 'This run was finished before and undone, so nothing was done; send the next file as a run of its own.'
        : 'This run was finished before with another body, so nothing was done; send the next file as a run of its ' +
            'own.',
    );
  }
}

/** A part of a run is to be undone while finishing the run goes on. */
export class RunBeingFinished extends Refusal {
  readonly code = 'INVALID_TRANSITION';

  constructor() {
    super(
      'Finishing this run has not come to its end and may still de-provision people, so no part of it can be undone; ' +
        'let its sender finish it first, or undo all of it.',
    );
  }
}

export const NOT_COMPLETE_KINDS = [
  'rows_missing',
  'rows_without_key',
  'other_sender',
  'several_senders',
  'no_one_named',
  'types_not_named',
  'too_few_named',
] as const;

/** Why a run is not complete, without a value of a person. */
export interface NotComplete {
  readonly kind: (typeof NOT_COMPLETE_KINDS)[number];
  /** Of which the run names no one, or too few; empty for another reason. */
  readonly accountTypes: readonly string[];
  /** Rows that are missing or name no one, or active people whom the run should have named; null for another reason. */
  readonly missing: number | null;
}

/** What came of a run is not all that was announced of it, so nothing was done. */
export class RunNotComplete extends Refusal {
  readonly code = 'RUN_NOT_COMPLETE';

  /**
   * @param reason a sentence without a full stop
   * @param why the same for programs
   */
  constructor(
    reason: string,
    readonly why: NotComplete,
  ) {
    super(sentence('The run is not complete, and nothing was done: {reason}.', { reason }));
  }
}
