import type { Provider } from '@nestjs/common';

import type { AlertKind, AlertKindSpec } from './alert-kind.js';
import {
  type Cause,
  type CauseOf,
  ofAll,
  ofFailedItems,
  ofKey,
  ofReader,
  ofRun,
  ofTargetSystem,
} from './causes.js';
import { CERTIFICATE_EXPIRING, CertificateExpiring } from './certificate-expiring.kind.js';
import { COMMITS_LOST, CommitsLost } from './commits-lost.kind.js';
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

/** In the order in which pages show them, each with the page of its cause. A new kind is a file and a line here. */
const KINDS = [
  [LATE_RUN, LateRun, ofRun],
  [RUN_FAILURES, RunFailures, ofRun],
  [COMPLETE_RUN_MISSING, CompleteRunMissing, ofRun],
  [PEOPLE_DEPROVISIONED, PeopleDeprovisioned, ofAll],
  [PEOPLE_HELD, PeopleHeld, ofAll],
  [CONFLICTS, ConflictsOpen, ofAll],
  [CONNECTOR_SILENT, ConnectorSilent, ofTargetSystem],
  [DELIVERIES_FAIL, DeliveriesFail, ofFailedItems],
  [READER_SILENT, ReaderSilent, ofReader],
  [KEY_EXPIRING, KeyExpiring, ofKey],
  [CERTIFICATE_EXPIRING, CertificateExpiring, ofAll],
  [COMMITS_LOST, CommitsLost, ofAll],
] as const satisfies readonly (readonly [AlertKindSpec, unknown, CauseOf])[];

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

/** Where administrators look for the cause of an incident; the list of alerts for a kind that is not known here. */
export function causeOf({ kind, about }: { readonly kind: string; readonly about: string }): Cause {
  const [spec, , cause] = KINDS.find(([{ name }]) => name === kind) ?? [];
  return cause?.(about) ?? { page: spec?.page ?? '/alerts' };
}
