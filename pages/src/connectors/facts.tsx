import { t } from '@lingui/core/macro';

import { LOCALE } from '../language';
import type { TargetSystemDto } from '../api/openapi';
import { Age } from '../ui/age';
import type { Description } from '../ui/description-list';
import { grouped } from '../ui/words';

const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });

function successWords({ successRate, sent24h, failed24h }: TargetSystemDto): string {
  if (successRate === null) return t`Nothing reported`;
  return t`${percent.format(successRate)} (${grouped(sent24h)} of ${grouped(sent24h + failed24h)})`;
}

/** How a target system fares, in the order in which an administrator asks. */
export function factsOf(system: TargetSystemDto): readonly Description[] {
  return [
    { label: t`Last contact`, value: <Age since={system.lastClaimAt} none={t`Never`} ago /> },
    { label: t`Success, 24 hours`, value: successWords(system) },
    { label: t`Waiting`, value: grouped(system.waiting) },
    { label: t`Oldest waits for`, value: <Age since={system.oldestQueuedAt} none={t`Nothing waits`} /> },
    { label: t`In flight`, value: grouped(system.inFlight) },
    { label: t`Delivery failed`, value: grouped(system.deliveryFailed) },
    { label: t`Wait for a decision`, value: grouped(system.awaitDecision) },
  ];
}
