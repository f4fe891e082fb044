import { Injectable, type OnModuleInit } from '@nestjs/common';

import type { Scope } from '../tenancy/scope.js';
import { type GuardFact, GuardFacts } from '../users/deprovisioning-limits/guard-facts.js';
import { type AuditEntry, AuditService } from './audit.service.js';

function entryOf({ tenantId }: Scope, fact: GuardFact): AuditEntry {
  if (fact.kind === 'decided') {
    const { id: holdId, userId, run, actor } = fact.hold;
    return {
      action: `hold.${fact.decision}`,
      target: `user:${userId}`,
      after: { holdId, run, requestedBy: actor },
    };
  }
  const { run, threshold, people, active } = fact.passing;
  return {
    action: 'deprovisioning.threshold-passed',
    target: run === null ? `tenant:${tenantId}` : `run:${run}`,
    after: { mode: fact.mode, threshold, peopleBefore: people, activeAtBeginning: active },
  };
}

/** Keeps account of thresholds that were passed, once a run and day, and of every decision about what was held. */
@Injectable()
export class GuardListener implements OnModuleInit {
  constructor(
    private readonly facts: GuardFacts,
    private readonly audit: AuditService,
  ) {}

  onModuleInit(): void {
    this.facts.onHappened((scope, transaction, facts) =>
      this.audit.record(
        scope,
        facts.map((fact) => entryOf(scope, fact)),
        transaction,
      ),
    );
  }
}
