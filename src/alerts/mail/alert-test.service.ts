import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { Limiter } from '../../concurrency/limiter.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { NoMailFromSandbox, NoMailServer } from '../../errors/alerts.errors.js';
import { RateLimited } from '../../errors/request.errors.js';
import { isSandboxId } from '../../tenancy/credentials/secrets.js';
import { type Admission, RateWindows } from '../../tenancy/rate-windows/rate-windows.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { textOfTest } from '../outbox/alert-text.js';
import { distinctAddresses } from '../settings/settings-of-body.js';
import { mailProblemOf } from './mail-problem.js';
import { type Mail, MailSender } from './mail-sender.js';

/** What became of a test to one recipient. */
export interface TestOutcome {
  readonly recipient: string;
  readonly taken: boolean;
  /** Why it was not taken, in our words; null when it was. */
  readonly problem: string | null;
}

/** Tests that a tenant may send a minute. */
const A_MINUTE = 6;
/** Addresses that they may go to an hour: anyone's may be named. */
const AN_HOUR = 100;
const HOUR_MS = 3_600_000;
/** More connections at once are refused by some mail servers. */
const AT_ONCE = 4;
/** An administrator waits for the answer. */
const TEST_MS = 20_000;

const TOO_MANY = `This recipient was not tried: tests go to ${AN_HOUR} addresses an hour.`;
const TOO_LATE = 'This recipient was not tried: the mail server took too long with those before.';

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
   * server by then is answered so, and so is who is one too many for this hour.
   * @throws {NoMailServer}, {@link NoMailFromSandbox}, or {@link RateLimited} beyond six a minute, and when no address
   * is left for this hour
   */
  async send(scope: Scope, recipients: readonly string[]): Promise<TestOutcome[]> {
    if (isSandboxId(scope.tenantId)) throw new NoMailFromSandbox();
    if (!this.sender.isSet) throw new NoMailServer();
    const admitted = await this.admit(scope, distinctAddresses(recipients));
    const { name } = await this.tenancy.findTenant(scope.tenantId);
    const after = { recipients: admitted.filter(({ isAdmitted }) => isAdmitted).map(({ to }) => to) };
    const entry = { action: 'alerts.test-sent', target: `tenant:${scope.tenantId}`, after };
    // Before the first message, so that none is sent that is not recorded.
    await this.unitOfWork.run((transaction) => this.audit.record(scope, [entry], transaction));
    const { subject, text } = textOfTest(name, scope.tenant.language);
    const limiter = new Limiter(AT_ONCE);
    const end = wallTime().getTime() + TEST_MS;
    return Promise.all(
      admitted.map(async ({ to, isAdmitted }) =>
        isAdmitted ? limiter.run(() => this.sendOne({ to, subject, text }, end)) : notTried(to, TOO_MANY),
      ),
    );
  }

  /** Counts a test and its addresses. @returns which of these it may go to, one at least */
  private async admit(
    { tenantId }: Scope,
    recipients: readonly string[],
  ): Promise<{ to: string; isAdmitted: boolean }[]> {
    const test = await this.windows.take([{ subject: `alert tests of ${tenantId}`, limit: A_MINUTE }]);
    if (!test.isAdmitted) throw refusalOf(test);
    const ofHour = { subject: `addresses of alert tests of ${tenantId}`, limit: AN_HOUR, windowMs: HOUR_MS };
    const admissions = await Promise.all(
      recipients.map(async (to) => ({ to, ...(await this.windows.take([ofHour])) })),
    );
    const [first] = admissions;
    if (first !== undefined && admissions.every(({ isAdmitted }) => !isAdmitted)) throw refusalOf(first);
    return admissions;
  }

  private async sendOne(mail: Mail, end: number): Promise<TestOutcome> {
    const { to } = mail;
    const left = end - wallTime().getTime();
    if (left <= 0) return notTried(to, TOO_LATE);
    try {
      await this.sender.send(mail, left);
      return { recipient: to, taken: true, problem: null };
    } catch (error) {
      return { recipient: to, taken: false, problem: mailProblemOf(error).message };
    }
  }
}

function notTried(recipient: string, problem: string): TestOutcome {
  return { recipient, taken: false, problem };
}

function refusalOf({ msLeft }: Admission): RateLimited {
  return new RateLimited(Math.max(1, Math.ceil(msLeft / 1000)));
}
