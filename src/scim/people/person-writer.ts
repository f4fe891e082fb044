import { Injectable, Logger } from '@nestjs/common';

import { CallBatcher } from '../../concurrency/call-batcher.js';
import type { Refusal } from '../../errors/refusal.js';
import { MatchPending } from '../../errors/users.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import type { Outcome, SentPerson } from '../../users/model/outcome.js';
import { AccompaniedProvisioning } from '../../users/provisioning/accompanied-provisioning.service.js';
import { laneOf } from '../../users/batch/batch.js';
import { GroupLeavers } from '../groups/group-leavers.js';
import { LinksRepository } from '../links/links.repository.js';
import type { ScimLink } from '../links/scim-link.entity.js';
import { LinkRule, type PlannedWrite } from './link.rule.js';

export interface Written {
  readonly outcome: Exclude<Outcome, { readonly kind: 'refused' }>;
  readonly link: ScimLink;
}

interface Job {
  readonly scope: Scope;
  readonly write: PlannedWrite;
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
  private readonly logger = new Logger(PersonWriter.name);
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
   * @throws {StaleRead} when person or link are not as they were read; nothing is written then
   * @throws {NotUnique} when the connection calls another active person so
   * @throws {Refusal} why provisioning refuses the person
   */
  async write(scope: Scope, write: PlannedWrite): Promise<Written> {
    const { requestId } = scope;
    const job = { scope, write: { ...write, sent: { ...write.sent, requestId } } };
    const written = await this.batcher.add(laneOf(scope), job);
    if (written instanceof Error) throw written;
    return written;
  }

  private async writeAll(jobs: readonly Job[]): Promise<(Written | Refusal)[]> {
    const [first] = jobs;
    if (first === undefined) return [];
    const writes = jobs.map(({ write }) => write);
    const people = writes.map(({ sent }) => sent);
    const rule = new LinkRule(first.scope, writes, this.links, this.leavers);
    const outcomes = await this.provisioning.provision(first.scope, people, rule);
    return people.map((sent, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined) throw new Error('A person of the batch has no outcome');
      if (outcome.kind === 'refused') return outcome.refusal;
      if (outcome.pendingId !== undefined) return new MatchPending(outcome.pendingId ?? '', outcome.user.id);
      this.tell(first.scope, sent, outcome);
      return { outcome, link: rule.linkOf(sent) };
    });
  }

  /** SCIM has no place for it in an answer. */
  private tell({ tenantId }: Scope, { requestId }: SentPerson, outcome: Written['outcome']): void {
    const { user, holdId, committeeImpact } = outcome;
    if (committeeImpact === undefined) return;
    const msg = holdId === undefined ? 'a faculty member was de-provisioned' : 'a de-provisioning is held';
    this.logger.log({ msg, tenantId, requestId, userId: user.id, committeeImpact });
  }
}
