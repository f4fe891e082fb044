import { ValidationFailed } from '../../errors/request.errors.js';
import type { FieldProblem } from '../../errors/refusal.js';
import type { PutAlertSettingsDto } from '../alerts.dto.js';
import { noWholeNumber } from '../../http/fields/rule.js';
import { specOf } from '../kinds/kinds.js';
import type { AlertSettings } from './alert-settings.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

/** Mail addresses are compared without their case here, so that one person gets one message. */
export function distinctAddresses(addresses: readonly string[]): string[] {
  const byKey = new Map(addresses.map((address) => [address.toLowerCase(), address]));
  return [...byKey.values()];
}

function thresholdProblems(kinds: NonNullable<PutAlertSettingsDto['kinds']>): FieldProblem[] {
  return kinds.flatMap(({ kind, threshold }, index): FieldProblem[] => {
    if (threshold === undefined || threshold === null) return [];
    const range = specOf(kind)?.threshold?.range;
    if (range !== undefined && threshold >= range[0] && threshold <= range[1]) return [];
    const field = `kinds[${index}].threshold`;
    const rule = range === undefined ? sentence('must be null: this kind has none') : noWholeNumber(...range);
    return [problemIn(field, 'isInt', rule)];
  });
}

/**
 * The settings that a body asks for.
 * @throws {ValidationFailed} when a threshold is outside of the range of its kind, or quiet hours never end
 */
export function settingsOfBody({ recipients, quietHours, kinds = [] }: PutAlertSettingsDto): AlertSettings {
  const problems = thresholdProblems(kinds);
  if (quietHours != null && quietHours.from === quietHours.until)
    problems.push({
      field: 'quietHours.until',
      code: 'distinct',
      message: 'quietHours.until must not be the same as quietHours.from',
    });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return {
    recipients: distinctAddresses(recipients ?? []),
    quietHours:
      quietHours == null
        ? null
        : { from: quietHours.from, until: quietHours.until, timeZone: quietHours.timeZone ?? null },
    kinds: kinds.map(({ kind, enabled, recipients: own, threshold }) => ({
      kind,
      enabled: enabled ?? true,
      recipients: own == null ? null : distinctAddresses(own),
      threshold: threshold ?? null,
    })),
  };
}
