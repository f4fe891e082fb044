import { fact } from '../../events/fact.js';
import type { Scope } from '../../tenancy/scope.js';
import type { IdentityConflictEntry } from './identity-conflict.entity.js';

/** An administrator decided about a conflict, or took the decision back. */
export const CONFLICT_DECIDED = fact<
  Scope,
  { readonly action: 'decided' | 'taken-back'; readonly conflict: IdentityConflictEntry }
>('conflict.decided');
