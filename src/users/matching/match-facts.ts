import { fact } from '../../events/fact.js';
import type { Scope } from '../../tenancy/scope.js';
import type { AskedQuestion } from '../model/outcome.js';

/** Rows of a batch asked what matching cannot decide; in the order of the rows. */
export const MATCH_ASKED = fact<Scope, readonly AskedQuestion[]>('match.asked');
