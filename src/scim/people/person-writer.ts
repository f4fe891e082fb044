import { Injectable } from '@nestjs/common';

import { CallBatcher } from '../../concurrency/call-batcher.js';
import type { Refusal } from '../../errors/refusal.js';
import { MatchPending } from '../../errors/users.errors.js';
import { LineLogger } from '../../log-lines/line-logger.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Outcome } from '../../users/model/outcome.js';
import { AccompaniedProvisioning } from '../../users/provisioning/accompanied-provisioning.service.js';
import { laneOf } from '../../users/batch/batch.js';
import type { PersonChange } from '../../users/batch/batch-rule.js';
import { GroupLeavers } from '../groups/group-leavers.js';
import { LinksRepository } from '../links/links.repository.js';
import type { ScimLink } from '../links/scim-link.entity.js';
import { AfterAnother, LinkRule } from './link.rule.js';
import type { PersonCall } from './person-call.js';

export interface Written {
  readonly outcome: Exclude<Outcome, { readonly kind: 'refused' }>;
  readonly link: ScimLink;
}

interface Job {
  readonly scope: Scope;
  readonly call: PersonCall;
}

/** At most this many calls share one transaction. */
const MOST_TOGETHER = 64;
/** With fewer calls, a second transaction costs more than it gains. */
const WORTH_A_SECOND = 8;

/**
 * Writes people by provisioning, and the links of the connection in the same transaction. Calls of one caller and run
 * that come at once share a transaction; a person who is refused is refused alone.
 */
@Injectable()
export class PersonWriter {
  private readonly logger = new LineLogger(PersonWriter.name);
  private readonly batcher = new CallBatcher<Job, Written | Refusal>(
    (jobs) => this.writeAll(jobs),
    MOST_TOGETHER,
    WORTH_A_SECOND,
  );

  constructor(
    private readonly links: LinksRepository,
    private readonly leavers: GroupLeavers,
    private readonly provisioning: AccompaniedProvisioning,
  ) {}

  /**
   * @throws {NotUnique} when the connection calls another active person so
   * @throws {Refusal} why the call or provisioning refuses the person
   */
  async write(scope: Scope, call: PersonCall): Promise<Written> {
    const written = await this.batcher.add(laneOf(scope), { scope, call });
    if (written instanceof Error) throw written;
    return written;
  }

  /** Calls about the same person or key are written one after the other, in the order in which they came. */
  private async writeAll(jobs: readonly Job[]): Promise<(Written | Refusal)[]> {
    const results = await this.writeTogether(jobs);
    const later = jobs.filter((_, index) => results[index] instanceof AfterAnother);
    const others = later.length === 0 ? [] : await this.writeAll(later);
    return results.map((one) => (one instanceof AfterAnother ? (others.shift() ?? one) : one));
  }

  private async writeTogether(jobs: readonly Job[]): Promise<(Written | Refusal)[]> {
    const [first] = jobs;
    if (first === undefined) return [];
    const found = await Promise.all(
      jobs.map(async ({ scope, call }): Promise<[PersonChange, PersonCall]> => {
        const change = await call.find();
        return [{ ...change, requestId: scope.requestId }, call];
      }),
    );
    const calls = new Map(found);
    const rule = new LinkRule(first.scope, calls, this.links, this.leavers);
    const changes = [...calls.keys()];
    const outcomes = await this.provisioning.provision(first.scope, changes, rule);
    return changes.map((change, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined) throw new Error('A person of the batch has no outcome');
      if (outcome.kind === 'refused') return outcome.refusal;
      if (outcome.pendingId !== undefined) return new MatchPending(outcome.pendingId ?? '', outcome.user.id);
      this.warn(first.scope, change, outcome);
      return { outcome, link: rule.linkOf(change) };
    });
  }

  /** SCIM has no place for it in an answer. */
  private warn({ tenantId }: Scope, { requestId }: PersonChange, outcome: Written['outcome']): void {
    const { user, holdId, committeeImpact } = outcome;
    if (committeeImpact === undefined) return;
    const msg = holdId === undefined ? 'a faculty member was de-provisioned' : 'a de-provisioning is held';
    this.logger.log({ msg, tenantId, requestId, userId: user.id, committeeImpact });
  }
}
