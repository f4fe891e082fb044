import type { Provider } from '@nestjs/common';

import type { AlertKind, AlertKindSpec } from './alert-kind.js';
import { CERTIFICATE_EXPIRING, CertificateExpiring } from './certificate-expiring.kind.js';
import { COMPLETE_RUN_MISSING, CompleteRunMissing } from './complete-run-missing.kind.js';
import { CONFLICTS, ConflictsOpen } from './conflicts.kind.js';
import { CONNECTOR_SILENT, ConnectorSilent } from './connector-silent.kind.js';
import { DELIVERIES_FAIL, DeliveriesFail } from './deliveries-fail.kind.js';
import { KEY_EXPIRING, KeyExpiring } from './key-expiring.kind.js';
import { LATE_RUN, LateRun } from './late-run.kind.js';
import { PEOPLE_HELD, PeopleHeld } from './people-held.kind.js';
import { PEOPLE_DEPROVISIONED, PeopleDeprovisioned } from './people-deprovisioned.kind.js';
import { READER_SILENT, ReaderSilent } from './reader-silent.kind.js';
import { RUN_FAILURES, RunFailures } from './run-failures.kind.js';

/** In the order in which pages show them. A new kind is a file of its own and a line here. */
const KINDS = [
  [LATE_RUN, LateRun],
  [RUN_FAILURES, RunFailures],
  [COMPLETE_RUN_MISSING, CompleteRunMissing],
  [PEOPLE_DEPROVISIONED, PeopleDeprovisioned],
  [PEOPLE_HELD, PeopleHeld],
  [CONFLICTS, ConflictsOpen],
  [CONNECTOR_SILENT, ConnectorSilent],
  [DELIVERIES_FAIL, DeliveriesFail],
  [READER_SILENT, ReaderSilent],
  [KEY_EXPIRING, KeyExpiring],
  [CERTIFICATE_EXPIRING, CertificateExpiring],
] as const;

export const KIND_SPECS: readonly AlertKindSpec[] = KINDS.map(([spec]) => spec);
export const KIND_NAMES: readonly string[] = KIND_SPECS.map(({ name }) => name);

/** Injection token of every {@link AlertKind}. */
export const ALERT_KINDS = Symbol('ALERT_KINDS');

export const KIND_PROVIDERS: Provider[] = [
  ...KINDS.map(([, kind]) => kind),
  {
    provide: ALERT_KINDS,
    useFactory: (...kinds: AlertKind[]): AlertKind[] => kinds,
    inject: KINDS.map(([, kind]) => kind),
  },
];

/** Undefined for an incident of a kind that this version does not have. */
export function specOf(name: string): AlertKindSpec | undefined {
  return KIND_SPECS.find((spec) => spec.name === name);
}
