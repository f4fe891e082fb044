import {
  AlertIncidentsRepository,
  NO_SNOOZE,
} from '../../../src/alerts/incidents/alert-incidents.repository.js';
import { KIND_SPECS } from '../../../src/alerts/kinds/kinds.js';
import { UnitOfWork } from '../../../src/database/transaction/unit-of-work.js';
import type { TestService, TestTenant } from '../../support/service.js';

/**
 * An open incident of each kind, as if it had been found.
 * @param abouts what they are about, by kind
 */
export async function openOfEachKind(
  { app }: TestService,
  { tenantId }: TestTenant,
  abouts: Readonly<Record<string, string>> = {},
): Promise<void> {
  const incidents = KIND_SPECS.map(({ name: kind }, place) => ({
    tenantId,
    id: `al_${String(place).padStart(26, '0')}`,
    kind,
    subject: '',
    about: abouts[kind] ?? '',
    openKey: `${kind}:`,
    facts: `Facts of ${kind}.`,
    sentences: null,
    openedAt: new Date(),
    endedAt: null,
    endedBy: null,
    ...NO_SNOOZE,
  }));
  await app
    .get(UnitOfWork)
    .run((transaction) => app.get(AlertIncidentsRepository, { strict: false }).add(transaction, incidents));
}
