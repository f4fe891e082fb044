import { fact } from '../../events/fact.js';
import type { Scope } from '../../tenancy/scope.js';
import type { DeprovisioningMode } from '../../settings/settings.js';
import type { ThresholdBreach } from '../model/outcome.js';
import type { HeldRequest } from './held-request.entity.js';

/** Thresholds were passed; the mode says what was done. */
export const LIMITS_PASSED = fact<
  Scope,
  { readonly mode: DeprovisioningMode; readonly passed: readonly ThresholdBreach[] }
>('deprovisioning.limits-passed');

/** An administrator decided about holds. */
export const HOLDS_DECIDED = fact<
  Scope,
  { readonly decision: 'released' | 'rejected'; readonly holds: readonly HeldRequest[] }
>('deprovisioning.holds-decided');

/** An administrator took decisions about holds back; the holds are as they were before. */
export const HOLDS_REOPENED = fact<Scope, { readonly holds: readonly HeldRequest[] }>(
  'deprovisioning.holds-reopened',
);
