import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import type { Scope } from '../../tenancy/scope.js';
import type { AlertIncident, IncidentEnd } from '../entities/alert-incident.entity.js';
import { inEnglish } from '../../texts/languages.js';
import type { Recipient } from '../entities/alert-message.entity.js';
import type { Finding } from '../kinds/alert-kind.js';
import { AlertChecksRepository } from './alert-checks.repository.js';
import { AlertIncidentsRepository, newIncidentId, NO_SNOOZE } from './alert-incidents.repository.js';
import { AlertMessagesRepository } from './alert-messages.repository.js';

/** What was found for one kind. */
export interface KindFindings {
  readonly kind: string;
  readonly findings: readonly Finding[];
  readonly recipients: readonly Recipient[];
  /** Why incidents of the kind end that are not found any more. */
  readonly endedBy: IncidentEnd;
}

/** What was found for a tenant at one moment; kinds that could not be checked are missing. */
export interface Observation {
  readonly at: Date;
  readonly kinds: readonly KindFindings[];
  readonly isComplete: boolean;
}

interface Opening extends Required<Omit<Finding, 'facts'>> {
  readonly facts: string;
  readonly sentences: AlertIncident['sentences'];
  readonly kind: string;
  readonly recipients: readonly Recipient[];
  readonly at: Date;
}

function openKeyOf(kind: string, subject: string): string {
  return `${kind}:${subject}`;
}

/**
 * Opens and ends incidents, and writes the messages about it in the same transaction. Two processes may check the same
 * tenant: the row of `alert_checks` lets one after the other write, and older observations are dropped.
 */
@Injectable()
export class IncidentWriter {
  constructor(
    private readonly incidents: AlertIncidentsRepository,
    private readonly messages: AlertMessagesRepository,
    private readonly checks: AlertChecksRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async write(scope: Scope, observation: Observation): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const check = await this.checks.lock(scope, transaction);
      if (check !== null && check.observedAt >= observation.at) return;
      // Before the rest, so that two processes that are the first for a tenant wait for each other here.
      await this.checks.note(scope, transaction, observation.at, observation.isComplete);
      const open = await this.incidents.lockOpen(scope, transaction);
      for (const kind of observation.kinds)
        await this.writeKind(scope, transaction, { ...kind, at: observation.at, open });
    });
  }

  private async writeKind(
    scope: Scope,
    transaction: Transaction,
    {
      kind,
      findings,
      recipients,
      endedBy,
      at,
      open,
    }: KindFindings & { at: Date; open: readonly AlertIncident[] },
  ): Promise<void> {
    const known = new Map(open.filter((one) => one.kind === kind).map((one) => [one.subject, one]));
    for (const { subject, about = subject, facts: sentences } of findings) {
      const incident = known.get(subject);
      const facts = sentences.map(inEnglish).join(' ');
      if (incident === undefined)
        await this.open(scope, transaction, { kind, subject, about, facts, sentences, recipients, at });
      else if (incident.facts !== facts || incident.about !== about || incident.sentences === null)
        await this.incidents.updateFacts(scope, transaction, incident.id, { facts, sentences, about });
    }
    const found = new Set(findings.map(({ subject }) => subject));
    for (const { subject, id } of known.values()) {
      if (found.has(subject)) continue;
      await this.incidents.end(scope, transaction, id, { at, by: endedBy });
      await this.messages.end(scope, transaction, id, at);
    }
  }

  private async open(
    scope: Scope,
    transaction: Transaction,
    { recipients, at, ...found }: Opening,
  ): Promise<void> {
    const { tenantId } = scope;
    const id = newIncidentId();
    const openKey = openKeyOf(found.kind, found.subject);
    await this.incidents.add(transaction, [
      { tenantId, id, ...found, openKey, openedAt: at, endedAt: null, endedBy: null, ...NO_SNOOZE },
    ]);
    await this.messages.add(scope, transaction, { incidentId: id, phase: 'opened', recipients, at });
  }
}
