import { fact } from '../../events/fact.js';
import type { Scope } from '../../tenancy/scope.js';
import type { FinishedRun } from '../runs/finished-run.entity.js';

/** A run was finished. */
export const RUN_FINISHED = fact<Scope, FinishedRun>('run.finished');
