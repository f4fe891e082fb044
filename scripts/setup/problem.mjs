import { fail } from './setup.mjs';

/** Why something that a command needs is missing: one sentence, and what the program that failed printed. */
export class Problem extends Error {
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/**
 * Ends the process with a problem; other errors are thrown again.
 * @returns {never}
 */
export function explain(error) {
  if (!(error instanceof Problem)) throw error;
  fail([error.output, error.message].filter(Boolean).join('\n'));
}
