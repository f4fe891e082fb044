import type { AlertLimits } from '../../sync/connectors/target-systems.service.js';
import { type AlertSettings, effectiveKind } from '../settings/alert-settings.js';
import { CONNECTOR_SILENT } from './connector-silent.kind.js';
import { DELIVERIES_FAIL, shareOf } from './deliveries-fail.kind.js';
import { HOUR_MS } from './moments.js';

/** By which target systems are silent or fail: the thresholds of the alerts about it, also where these are off. */
export function systemLimitsOf(settings: AlertSettings): AlertLimits {
  return {
    silentMs: effectiveKind(settings, CONNECTOR_SILENT).threshold * HOUR_MS,
    failingBelow: shareOf(effectiveKind(settings, DELIVERIES_FAIL).threshold),
  };
}
