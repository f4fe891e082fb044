import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { Limiter } from '../../concurrency/limiter.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { NoMailFromSandbox, NoMailServer } from '../../errors/alerts.errors.js';
import { RateLimited } from '../../errors/request.errors.js';
import { isSandboxId } from '../../tenancy/credentials/secrets.js';
import { RateWindows } from '../../tenancy/rate-windows/rate-windows.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { distinctAddresses } from '../settings/settings-of-body.js';
import { mailProblemOf } from './mail-problem.js';
import { MailSender } from './mail-sender.js';

/** What became of a test to one recipient. */
export interface TestOutcome {
  readonly recipient: string;
  readonly taken: boolean;
  /** Why it was not taken, in our words; null when it was. */
  readonly problem: string | null;
}

/** Tests that a tenant may send a minute. */
const A_MINUTE = 6;
/** More connections at once are refused by some mail servers. */
const AT_ONCE = 4;
/** An administrator waits for the answer. */
const TEST_MS = 20_000;

/** Sends messages by which administrators try the recipients of alerts. */
@Injectable()
export class AlertTests {
  constructor(
    private readonly sender: MailSender,
    private readonly windows: RateWindows,
    private readonly tenancy: TenancyService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Sends a message to each of these at once, saved or not. Takes 20 seconds at most: who has no answer of the mail
   * server by then is answered so.
   * @throws {NoMailServer}, {@link NoMailFromSandbox}, or {@link RateLimited} beyond six a minute
   */
  async send(scope: Scope, recipients: readonly string[]): Promise<TestOutcome[]> {
    if (isSandboxId(scope.tenantId)) throw new NoMailFromSandbox();
    if (!this.sender.isSet) throw new NoMailServer();
    const subject = `alert tests of ${scope.tenantId}`;
    const { isAdmitted, msLeft } = await this.windows.take([{ subject, limit: A_MINUTE }]);
    if (!isAdmitted) throw new RateLimited(Math.max(1, Math.ceil(msLeft / 1000)));
    const { name } = await this.tenancy.findTenant(scope.tenantId);
    const limiter = new Limiter(AT_ONCE);
    const end = wallTime().getTime() + TEST_MS;
    const outcomes = await Promise.all(
      distinctAddresses(recipients).map((to) => limiter.run(() => this.sendOne(to, name, end))),
    );
    const after = {
      recipients: outcomes.map(({ recipient }) => recipient),
      taken: outcomes.filter(({ taken }) => taken).length,
    };
    const entry = { action: 'alerts.test-sent', target: `tenant:${scope.tenantId}`, after };
    await this.unitOfWork.run((transaction) => this.audit.record(scope, [entry], transaction));
    return outcomes;
  }

  private async sendOne(to: string, tenantName: string, end: number): Promise<TestOutcome> {
    const mail = {
      to,
      subject: `[${tenantName}] Test of alerts`,
      text:
        `This is a test: an administrator of ${tenantName} tries the recipients of alerts.\n\n` +
        'Nothing is wrong, and nothing needs to be done.\n',
    };
    try {
      await this.sender.send(mail, Math.max(0, end - wallTime().getTime()));
      return { recipient: to, taken: true, problem: null };
    } catch (error) {
      return { recipient: to, taken: false, problem: mailProblemOf(error).message };
    }
  }
}
