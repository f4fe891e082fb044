import { setTimeout as sleep } from 'node:timers/promises';

import type { Access } from '../load/caller.js';
import { CallCounts, Caller } from '../load/caller.js';
import { DeltaReader } from '../load/delta-reader.js';
import { type FeedPage, FeedReader } from './feed-reader.js';
import { checkFeed } from './history/feed.js';
import { type Anomaly, History, type Outcome } from './history/history.js';
import type { Items } from './history/items.js';
import { checkLeases, type LeaseAction } from './history/leases.js';
import { checkRegister, type RegisterAction } from './history/register.js';
import { checkVersions, type VersionAction } from './history/versions.js';

const ANSWER_WITHIN_MS = 60_000;
const PAUSE_MS = 100;
const PEOPLE = 4;
const STUDENTS = 4;
const CONNECTORS = 3;
const LEASE_SECONDS = 5;
/** A lease ends by the clock of one process, and is counted here by another one. */
const LEASE_TOLERANCE_MS = 100;
const INITIAL = 'active 0';

interface Answer {
  readonly outcome: Outcome;
  readonly data: unknown;
}

/**
 * Calls of which each is recorded with what was answered, at a university of their own, until it is stopped: statuses
 * that are written and read, a dissertation and its deltas, the feed, and connectors that claim what was approved.
 */
export class RecordedLoad {
  private readonly statuses = new Map<string, History<RegisterAction>>();
  private readonly versions = new History<VersionAction>();
  private readonly leases = new History<LeaseAction>();
  private readonly feedReaders = new Map<string, FeedReader>();
  private readonly deltaReaders: DeltaReader[] = [];
  private readonly approved: string[] = [];
  private readonly sent: string[] = [];
  private readonly unexpected: string[] = [];
  private readonly running: Promise<void>[] = [];
  private readonly following: Promise<boolean>[] = [];
  private readonly stopping = new AbortController();
  private values = 0;
  private isFeedComplete = false;

  /** @param patience when it is aborted, readers of the feed end where they are */
  constructor(
    private readonly access: Access,
    private readonly patience: AbortSignal,
  ) {}

  get tenantId(): string {
    return this.access.tenantId;
  }

  /** How many calls were recorded. */
  get calls(): number {
    const ofPeople = [...this.statuses.values()].map(({ operations }) => operations.length);
    return [...ofPeople, this.versions.operations.length, this.leases.operations.length].reduce(
      (sum, count) => sum + count,
    );
  }

  get items(): Items {
    return { approved: this.approved, sent: this.sent };
  }

  /** How often the service answered a reader that its place is lost. */
  get placesLost(): number {
    return [...this.deltaReaders, ...this.feedReaders.values()].reduce(
      (sum, { placesLost }) => sum + placesLost,
      0,
    );
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  async start(): Promise<void> {
    const people = Array.from({ length: PEOPLE }, (_, index) => `status-${index}`);
    const students = Array.from({ length: STUDENTS }, (_, index) => `copied-${index}`);
    for (const person of [...people, ...students]) await this.post(person, INITIAL);
    for (const person of people) {
      const history = new History<RegisterAction>();
      this.statuses.set(person, history);
      this.repeat(() => this.writeStatus(person, history), 2);
      this.repeat(() => this.readStatus(person, history), 2);
    }
    for (const student of students) this.writeDissertation(student);
    for (const name of ['delta reader 1', 'delta reader 2']) this.readDeltas(name);
    for (const name of ['feed reader 1', 'feed reader 2']) {
      const reader = this.feedReader();
      this.feedReaders.set(name, reader);
      this.following.push(reader.follow(() => this.isFeedComplete, this.patience));
    }
    this.repeat(() => this.approve(students[0] ?? ''), 2);
    this.repeat(() => this.claim(), CONNECTORS);
  }

  /** Returns when the calls under way are answered. Readers follow the feed until it is checked. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  /** Everything in the histories that must not be there. Nothing happens any more that makes an event. */
  async check(): Promise<{ anomalies: Anomaly[]; unexpected: readonly string[] }> {
    this.isFeedComplete = true;
    const whole = this.feedReader();
    const [isWhole, ...ends] = await Promise.all([
      whole.follow(() => true, this.patience),
      ...this.following,
    ]);
    if (!isWhole || ends.includes(false))
      this.unexpected.push('A reader of the feed did not reach its end in time');
    const walks = new Map([...this.feedReaders].map(([name, reader]) => [name, reader.walks]));
    const anomalies = [
      ...[...this.statuses].flatMap(([person, { operations }]) =>
        checkRegister(`status of ${person}`, INITIAL, operations),
      ),
      ...checkVersions(this.versions.operations),
      ...checkFeed(walks, isWhole ? whole.walks.at(-1) : undefined),
      ...checkLeases(this.leases.operations, LEASE_TOLERANCE_MS),
    ];
    return { anomalies, unexpected: this.unexpected };
  }

  private run(work: () => Promise<void>): void {
    const running = work();
    // Handled here, because an unhandled rejection would end the process before stop() is called.
    running.catch(() => undefined);
    this.running.push(running);
  }

  private repeat(act: () => Promise<unknown>, callers: number): void {
    for (let index = 0; index < callers; index += 1)
      this.run(async () => {
        while (!this.isStopped()) {
          await act();
          await sleep(PAUSE_MS);
        }
      });
  }

  private post(externalId: string, value: string): Promise<Answer> {
    const [accountStatus, firstName] = value.split(' ');
    const email = `${externalId}@histories.example.edu`;
    const body = { externalId, email, firstName, lastName: 'Person', accountType: 'Student', accountStatus };
    return this.call('POST', '/integration/users', body);
  }

  private writeStatus(person: string, history: History<RegisterAction>): Promise<unknown> {
    const value = `${Math.random() < 0.5 ? 'active' : 'inactive'} ${(this.values += 1)}`;
    return history.record(async () => {
      const { outcome } = await this.post(person, value);
      return { outcome, action: { kind: 'write', value } };
    });
  }

  private readStatus(person: string, history: History<RegisterAction>): Promise<unknown> {
    return history.record(async () => {
      const { outcome, data } = await this.call('GET', `/integration/users/${person}`);
      const { accountStatus, firstName } = (data ?? {}) as Record<string, string>;
      return { outcome, action: { kind: 'read', value: `${accountStatus} ${firstName}` } };
    });
  }

  /** One writer for each student, who sends each title until it is answered. */
  private writeDissertation(student: string): void {
    this.run(async () => {
      for (let version = 1; !this.isStopped(); version += 1) {
        const path = `/workflow/students/${student}/dissertation`;
        const body = { title: String(version), status: 'in_progress' };
        const write = () =>
          this.versions.record(async () => {
            const { outcome } = await this.call('PUT', path, body);
            return { outcome, action: { kind: 'write', key: student, version } };
          });
        while ((await write()).outcome !== 'ok' && !this.isStopped()) await sleep(PAUSE_MS);
        await sleep(PAUSE_MS);
      }
    });
  }

  private readDeltas(name: string): void {
    const reader = new DeltaReader(new Caller(this.access, new CallCounts(), this.stopping.signal));
    this.deltaReaders.push(reader);
    this.repeat(
      () =>
        this.versions.record(async () => {
          const outcome = await reader.sync().then(
            () => 'ok' as const,
            (error: unknown) => {
              if (!this.isStopped()) throw error;
              return 'unknown' as const;
            },
          );
          const versions = [...reader.copy.values()].map(
            ({ legacyNumber, dissertation }): [string, number] => [
              legacyNumber ?? '',
              Number(dissertation.title ?? 0),
            ],
          );
          return { outcome, action: { kind: 'read', reader: name, versions: new Map(versions) } };
        }),
      1,
    );
  }

  private feedReader(): FeedReader {
    return new FeedReader(async (after) => {
      const query = `limit=1000&after=${encodeURIComponent(after)}`;
      const { outcome, status, whole } = await this.send('GET', `/integration/events?${query}`);
      if (status === 410) return 'lost';
      return outcome === 'ok' ? (whole as FeedPage) : undefined;
    });
  }

  private async approve(studentId: string): Promise<void> {
    const submission = `item-${(this.values += 1)}`;
    const path = `/workflow/submissions/${submission}`;
    const body = { formType: 'address_change', studentId, fields: { street: 'Main Street 1' } };
    const isDone = async (method: string, to: string, sent: object): Promise<boolean> =>
      (await this.call(method, to, sent)).outcome === 'ok';
    if (!(await isDone('PUT', path, body))) return;
    if (!(await isDone('POST', `${path}/status`, { status: 'submitted' }))) return;
    if (await isDone('POST', `${path}/status`, { status: 'approved' })) this.approved.push(submission);
  }

  /** Takes a few items; each is sent, given back, or kept until its lease ends. */
  private async claim(): Promise<void> {
    const invokedAt = performance.now();
    const body = { limit: 3, leaseSeconds: LEASE_SECONDS };
    const { outcome, data } = await this.call('POST', '/integration/sync/claims', body);
    const endedAt = performance.now();
    for (const { claimId: claim, submissionId: item } of outcome === 'ok' ? (data as Claimed[]) : []) {
      const action = { kind: 'claim' as const, item, claim, leaseMs: LEASE_SECONDS * 1000 };
      this.leases.operations.push({ action, outcome, invokedAt, endedAt });
      await sleep(PAUSE_MS);
      await this.finish(claim, item);
    }
  }

  private async finish(claim: string, item: string): Promise<void> {
    const chance = Math.random();
    if (chance > 0.8) return;
    const isSent = chance < 0.7;
    await this.leases.record(async () => {
      const { outcome } = isSent
        ? await this.call('POST', '/integration/sync/ack', {
            claimId: claim,
            submissionId: item,
            status: 'sent',
          })
        : await this.call('POST', `/integration/sync/claims/${claim}/release`, { delaySeconds: 0 });
      if (isSent && outcome === 'ok') this.sent.push(item);
      return { outcome, action: { kind: isSent ? 'sent' : 'end', item, claim } };
    });
  }

  private async call(method: string, path: string, body?: object): Promise<Answer> {
    const { outcome, whole } = await this.send(method, path, body);
    return { outcome, data: (whole as { data?: unknown } | undefined)?.data };
  }

  /** Sends once. A 503 and a missing answer leave it open whether it was done; any other refusal was not. */
  private async send(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ outcome: Outcome; status?: number; whole: unknown }> {
    const { baseUrls, headers } = this.access;
    const baseUrl = baseUrls[Math.floor(Math.random() * baseUrls.length)] ?? '';
    try {
      const response = await fetch(`${baseUrl}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const { status } = response;
      const text = await response.text();
      if (response.ok) return { outcome: 'ok', status, whole: JSON.parse(text) as unknown };
      if (status === 503) return { outcome: 'unknown', status, whole: undefined };
      // The lease of a claim has ended, or another connector has the item; or the place of a reader is lost.
      if (status !== 409 && !(status === 410 && method === 'GET'))
        this.unexpected.push(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`);
      return { outcome: status < 500 ? 'failed' : 'unknown', status, whole: undefined };
    } catch {
      return { outcome: 'unknown', whole: undefined };
    }
  }
}

interface Claimed {
  readonly claimId: string;
  readonly submissionId: string;
}
