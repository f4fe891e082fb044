import { fact } from '../../events/fact.js';
import type { Scope } from '../../tenancy/scope.js';
import type { User } from '../model/user.entity.js';

/** A source sent a person who was erased. */
export interface ErasedMet {
  readonly userId: string;
  /** Where requests share a batch; otherwise that of the scope applies. */
  readonly requestId?: string;
}

/** Sources sent people who were erased; nothing of what they sent is stored. */
export const ERASED_MET = fact<Scope, readonly ErasedMet[]>('user.erased-met');

/** A person was erased: the row of the person is gone, as it was before. */
export const USER_ERASED = fact<Scope, User>('user.erased');
