import { plural, t } from '@lingui/core/macro';

import { LOCALE } from '../language';
import type { TargetSystemDto } from '../api/openapi';
import { Age } from '../ui/age';
import type { Description } from '../ui/description-list';
import { grouped } from '../ui/words';

const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });

/** Exactly: `26 hours`, `90 minutes`. */
export function minuteWords(minutes: number): string {
  return minutes % 60 === 0
    ? plural(minutes / 60, { one: '# hour', other: '# hours' })
    : plural(minutes, { one: '# minute', other: '# minutes' });
}

/** `3 hours`, as it is and who says so. */
function limitWords({ silentAfter: { minutes, source } }: TargetSystemDto): string {
  const time = minuteWords(minutes);
  if (source === 'set') return t`${time} (set)`;
  return source === 'learned' ? t`${time} (learned)` : t`${time} (limit of the alert)`;
}

function attemptWords({ lastAttempts: { made, sent } }: TargetSystemDto): string {
  if (made === 0) return t`Nothing tried yet`;
  return t`${percent.format(sent / made)} (${grouped(sent)} of ${grouped(made)})`;
}

/** Contacts are known since a version ago; what was taken before was a contact too. */
function lastContactOf({ lastContactAt, lastClaimAt }: TargetSystemDto): string | null {
  return (lastClaimAt ?? '') > (lastContactAt ?? '') ? lastClaimAt : lastContactAt;
}

/** How a target system fares, in the order in which an administrator asks. */
export function factsOf(system: TargetSystemDto): readonly Description[] {
  return [
    { label: t`Success of the last deliveries`, value: attemptWords(system) },
    { label: t`Last contact`, value: <Age since={lastContactOf(system)} none={t`Never`} ago /> },
    { label: t`Last item taken`, value: <Age since={system.lastClaimAt} none={t`Never`} ago /> },
    { label: t`Silent after`, value: limitWords(system) },
    { label: t`Waiting`, value: grouped(system.waiting) },
    { label: t`Oldest waits for`, value: <Age since={system.oldestQueuedAt} none={t`Nothing waits`} /> },
    { label: t`In flight`, value: grouped(system.inFlight) },
    { label: t`Delivery failed`, value: grouped(system.deliveryFailed) },
    { label: t`Wait for a decision`, value: grouped(system.awaitDecision) },
  ];
}
