import type { NotComplete } from '../../errors/runs.errors.js';

/** A call that was refused because the run was not complete. */
export interface RefusedFinish extends NotComplete {
  readonly at: string;
}
