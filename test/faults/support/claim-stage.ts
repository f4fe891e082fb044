import type { ClaimFaultPoint } from '../../../src/sync/claims/claim-fault-points.js';
import { type Answer, ApiClient, type Body } from '../../support/api-client.js';
import type { TestTenant } from '../../support/service.js';
import { until } from '../../support/until.js';
import { FaultSite } from './fault-site.js';

/** Service and database may start anew meanwhile, and leases run out. */
const SENT_LIMIT_MS = 120_000;

export type Victim = 'service' | 'database';

interface Claimed {
  readonly claimId: string;
  readonly submissionId: string;
  readonly attempt: number;
}

/** What connectors met. */
export interface ConnectorCounts {
  /** Claims that were handed out for another time. */
  handedAgain: number;
  leasesLost: number;
  /** Calls without an answer, or answered 503, which were made again. */
  repeatedCalls: number;
  readonly unexpected: string[];
}

/** A service and a database that may be killed, and connectors that continue. */
export class ClaimStage {
  private constructor(
    private readonly site: FaultSite,
    private readonly tenants: TestTenant[],
  ) {}

  /** @param tenants how many there will be, since they are made at once */
  static async start(tenants: number): Promise<ClaimStage> {
    const site = await FaultSite.start();
    return new ClaimStage(site, await site.newTenants(tenants));
  }

  stop(): Promise<void> {
    return this.site.stop();
  }

  /** One that was not used before. */
  tenant(): TestTenant {
    const next = this.tenants.shift();
    if (next === undefined) throw new Error('All tenants have been used');
    return next;
  }

  /**
   * Makes calls at a process at whose fault point the victim dies, and starts everything again.
   * @param work is given a client's address; its calls need not be answered
   */
  async crash(
    victim: Victim,
    point: ClaimFaultPoint,
    { apiKey, apiSecret }: TestTenant,
    work: (sis: ApiClient) => Promise<unknown>,
  ): Promise<void> {
    const { database } = this.site;
    const faulty = this.site.faultyProcess(victim === 'database' ? database.pid : undefined);
    // It would sweep as well.
    await this.site.service.stop('SIGKILL');
    const died = victim === 'database' ? database.ended : faulty.ended;
    const address = await faulty.start(point);
    const headers = { 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret };
    await work(new ApiClient(`${address}/api/v1/integration`, headers)).catch(() => undefined);
    await died;
    await faulty.kill();
    if (victim === 'database') await database.start();
    await this.site.startService();
  }

  async killAndRestart(victim: Victim): Promise<void> {
    if (victim === 'service') {
      await this.site.service.stop('SIGKILL');
      await this.site.startService();
    } else {
      await this.site.database.kill();
      await this.site.database.start();
    }
  }

  /** Resolves when so many items are sent. */
  async whenSent(sent: readonly string[], count: number): Promise<void> {
    await until(`${count} items are sent`, () => sent.length >= count, { within: SENT_LIMIT_MS });
  }

  /** Connectors that claim and acknowledge until nothing is left; a call without an answer is made again. */
  async connectors(
    tenant: TestTenant,
    count: number,
    report: (submissionId: string) => void,
  ): Promise<ConnectorCounts> {
    const counts: ConnectorCounts = { handedAgain: 0, leasesLost: 0, repeatedCalls: 0, unexpected: [] };
    await Promise.all(Array.from({ length: count }, (_, n) => this.drain(tenant, `c${n}`, counts, report)));
    return counts;
  }

  async openClaims({ tenantId }: TestTenant): Promise<number> {
    return this.count(
      'SELECT COUNT(*) AS n FROM sync_claims WHERE tenantId = ? AND endedAt IS NULL',
      tenantId,
    );
  }

  /** Items that have a place in the order still. */
  async places({ tenantId }: TestTenant): Promise<number> {
    return this.count('SELECT COUNT(*) AS n FROM sync_open_items WHERE tenantId = ?', tenantId);
  }

  async sentTwice({ tenantId }: TestTenant): Promise<string[]> {
    const sql = `SELECT submissionId FROM sync_transitions WHERE tenantId = ? AND \`to\` = 'sent'
      GROUP BY submissionId HAVING COUNT(*) > 1`;
    return (await this.site.database.ask(sql, [tenantId])).map(({ submissionId }) => String(submissionId));
  }

  /** Items that were sent before an earlier one of the same student. */
  async outOfOrder({ tenantId }: TestTenant): Promise<string[]> {
    const sql = `SELECT i.submissionId, i.studentId, i.queuedAt, t.id AS sentAs FROM sync_items i
      JOIN sync_transitions t ON t.tenantId = i.tenantId AND t.submissionId = i.submissionId AND t.\`to\` = 'sent'
      WHERE i.tenantId = ? ORDER BY i.queuedAt, i.submissionId`;
    const last = new Map<unknown, number>();
    const found: string[] = [];
    for (const { submissionId, studentId, sentAs } of await this.site.database.ask(sql, [tenantId])) {
      if (Number(sentAs) < (last.get(studentId) ?? 0)) found.push(String(submissionId));
      last.set(studentId, Number(sentAs));
    }
    return found;
  }

  /** Items with two claims of which one began before the other had ended. */
  async overlappingLeases({ tenantId }: TestTenant): Promise<string[]> {
    const sql = `SELECT a.submissionId FROM sync_claims a JOIN sync_claims b
      ON b.tenantId = a.tenantId AND b.submissionId = a.submissionId AND b.attempt > a.attempt
      WHERE a.tenantId = ? AND (a.endedAt IS NULL OR a.endedAt > b.claimedAt)`;
    return (await this.site.database.ask(sql, [tenantId])).map(({ submissionId }) => String(submissionId));
  }

  private async count(sql: string, tenantId: string): Promise<number> {
    const [row] = await this.site.database.ask(sql, [tenantId]);
    return Number(row?.['n']);
  }

  private async drain(
    { sis }: TestTenant,
    name: string,
    counts: ConnectorCounts,
    report: (submissionId: string) => void,
  ): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      const key = { 'Idempotency-Key': `${name}-${turn}` };
      const { body } = await this.insist(sis, counts, '/sync/claims', { limit: 10, leaseSeconds: 5 }, key);
      const items = body.data as unknown as Claimed[];
      for (const { claimId, submissionId, attempt } of items) {
        if (attempt > 1) counts.handedAgain += 1;
        const acknowledgement = { claimId, submissionId, status: 'sent' };
        const answer = await this.insist(sis, counts, '/sync/ack', acknowledgement);
        if (answer.status === 200) report(submissionId);
        else if (answer.body.error.code === 'LEASE_LOST') counts.leasesLost += 1;
        else counts.unexpected.push(JSON.stringify(answer.body));
      }
      if (items.length === 0 && (await this.isDone(sis, counts))) return;
    }
  }

  private async isDone(sis: ApiClient, counts: ConnectorCounts): Promise<boolean> {
    const { body } = await this.insist(sis, counts, '/sync/queue?limit=1');
    const { queued = 0, processing = 0 } = (body.meta as { totals?: Record<string, number> }).totals ?? {};
    return queued + processing === 0;
  }

  /** Makes a call until it is answered with anything but 503. */
  private async insist(
    sis: ApiClient,
    counts: ConnectorCounts,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>> {
    const call = (): Promise<Answer<Body>> =>
      body === undefined ? sis.get(path) : sis.post(path, body, headers);
    let answer: Answer<Body> | undefined;
    await until(
      `${path} is answered`,
      async () => {
        answer = await call().catch(() => undefined);
        const isAnswered = answer !== undefined && answer.status !== 503;
        if (!isAnswered) counts.repeatedCalls += 1;
        return isAnswered;
      },
      { within: SENT_LIMIT_MS },
    );
    if (answer === undefined) throw new Error('no answer');
    return answer;
  }
}
