import { once } from 'node:events';

import {
  type ClaimedItem,
  connector,
  type ConnectorEvent,
  type ConnectorOptions,
  IntegrationApi,
  PermanentError,
  type RunningConnector,
  type SyncItem,
} from '../../client/src/index.js';
import { aStudent } from '../factories/progress-people.js';
import { aSubmission } from '../factories/submissions.js';
import { Gate } from '../support/gate.js';
import { TestService, type TestTenant } from '../support/service.js';
import { until } from '../support/until.js';
import { Happenings } from './happenings.js';

const service = await TestService.ofWorker();
let tenant: TestTenant;
let api: IntegrationApi;
let happened: Happenings<ConnectorEvent>;
let running: RunningConnector[];

beforeEach(async () => {
  tenant = await service.tenant();
  const { apiKey, apiSecret } = tenant;
  api = new IntegrationApi({ url: service.baseUrl, apiKey, apiSecret });
  happened = new Happenings();
  running = [];
});

afterEach(() => Promise.all(running.map((one) => one.stop({ deadlineMs: 0 }))));

function start(options: Partial<ConnectorOptions> & Pick<ConnectorOptions, 'handle'>): RunningConnector {
  const onEvent = (event: ConnectorEvent): void => {
    happened.add(event);
  };
  const one = connector({ client: api, onEvent, ...options });
  running.push(one);
  return one;
}

const approved = (studentId?: string): Promise<string> =>
  aSubmission(tenant, { status: 'approved', ...(studentId === undefined ? {} : { studentId }) });

async function item(submissionId: string): Promise<SyncItem | undefined> {
  return (await api.sync.page()).data.find((one) => one.submissionId === submissionId);
}

describe('a connector', () => {
  it('hands each approved submission to its handler, and reports it as sent', async () => {
    const ids = [await approved(), await approved(), await approved()];
    const envelopes: ClaimedItem['envelope'][] = [];
    const ended = start({
      untilEmpty: true,
      handle: ({ envelope }) => void envelopes.push(envelope),
    });
    await ended.done;

    expect(envelopes.map(({ subject }) => subject).sort()).toEqual([...ids].sort());
    expect(envelopes[0]).toEqual((await api.sync.payload(envelopes[0]?.subject ?? '')).data);
    expect((await api.sync.page()).meta.totals).toMatchObject({ sent: 3, queued: 0, processing: 0 });
    expect(ended.metrics()).toMatchObject({ claimed: 3, sent: 3, failed: 0, released: 0, inHand: 0 });
  });

  it('handles a submission that is approved while it waits', async () => {
    start({ handle: () => undefined });
    const submissionId = await approved();
    await happened.first(({ type }) => type === 'sent');
    expect(await item(submissionId)).toMatchObject({ syncStatus: 'sent', attempts: 1 });
  });

  it('takes only the form types that it was made for', async () => {
    const other = await approved();
    const studentId = await aStudent(tenant);
    const wanted = await aSubmission(tenant, { formType: 'name_change', studentId, status: 'approved' });
    await start({ formTypes: ['name_change'], untilEmpty: true, handle: () => undefined }).done;
    expect(await item(wanted)).toMatchObject({ syncStatus: 'sent' });
    expect(await item(other)).toMatchObject({ syncStatus: 'queued' });
  });

  it('gives an item back with the reason when its handler fails, for a later attempt', async () => {
    const submissionId = await approved();
    const handle = (): void => {
      throw new Error('The target\u0007 does\tnot answer.');
    };
    await start({ untilEmpty: true, handle }).done;
    const lastError = 'The target  does\tnot answer.';
    expect(await item(submissionId)).toMatchObject({ syncStatus: 'queued', lastError, attempts: 1 });
    expect(happened.all).toMatchObject([{ type: 'claimed' }, { type: 'released' }]);
  });

  it('reports an item as failed when another attempt cannot succeed', async () => {
    const submissionId = await approved();
    const handle = (): never => {
      throw new PermanentError('The term is closed.');
    };
    await start({ untilEmpty: true, handle }).done;
    expect(await item(submissionId)).toMatchObject({
      syncStatus: 'failed',
      lastError: 'The term is closed.',
    });
    expect(running[0]?.metrics()).toMatchObject({ failed: 1, released: 0 });
  });

  it('reports a message that is cut within a character, and continues', async () => {
    const [first, second] = [await approved(), await approved()];
    const ended = start({
      untilEmpty: true,
      concurrency: 1,
      handle: ({ envelope }) => {
        if (envelope.subject === first) throw new PermanentError(`${'x'.repeat(4999)}\u{1F600} and so on`);
      },
    });
    await ended.done;

    expect(await item(first)).toMatchObject({ syncStatus: 'failed', lastError: 'x'.repeat(4999) });
    expect(await item(second)).toMatchObject({ syncStatus: 'sent' });
  });

  it('has no more items in hand than it may', async () => {
    for (let count = 0; count < 6; count += 1) await approved();
    let inHand = 0;
    let most = 0;
    const handle = async (): Promise<void> => {
      most = Math.max(most, (inHand += 1));
      await api.root();
      inHand -= 1;
    };
    const ended = start({ untilEmpty: true, concurrency: 2, handle });
    await ended.done;
    expect(most).toBe(2);
    expect(ended.metrics().sent).toBe(6);
  });

  it('has many items in hand without a warning about its listeners', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error): void => void warnings.push(warning);
    process.on('warning', listen);
    for (let count = 0; count < 12; count += 1) await approved();
    const gate = new Gate();
    start({ untilEmpty: true, concurrency: 20, handle: () => gate.opened });
    await happened.several(12, ({ type }) => type === 'claimed');
    gate.open();
    await running[0]?.done;
    process.off('warning', listen);
    expect(warnings).toEqual([]);
    expect(running[0]?.metrics().sent).toBe(12);
  });

  it('handles the items of one student in the order of their approval, one after the other', async () => {
    const studentId = await aStudent(tenant);
    const ids = [await approved(studentId), await approved(studentId), await approved(studentId)];
    const steps: string[] = [];
    const handle = async ({ submissionId }: ClaimedItem): Promise<void> => {
      steps.push(`begin ${submissionId}`);
      await api.root();
      steps.push(`end ${submissionId}`);
    };
    await start({ untilEmpty: true, concurrency: 3, handle }).done;
    expect(steps).toEqual(ids.flatMap((id) => [`begin ${id}`, `end ${id}`]));
  });

  it('and another one of the same credential never have the same item', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 8; count += 1) ids.push(await approved());
    const handled: string[] = [];
    const handle = async ({ submissionId }: ClaimedItem): Promise<void> => {
      handled.push(submissionId);
      await api.root();
    };
    await Promise.all([1, 2].map(() => start({ untilEmpty: true, concurrency: 2, handle }).done));
    expect(handled.sort()).toEqual(ids.sort());
  });
});

describe('the lease of an item', () => {
  it('is kept alive for as long as the handler works, beyond its first end, in real time', async () => {
    const submissionId = await approved();
    const gate = new Gate();
    const working = start({ leaseSeconds: 5, handle: () => gate.opened });
    await happened.first(({ type }) => type === 'claimed');
    // It is extended after each third of its five seconds.
    await until('it continues beyond its first end', () => working.metrics().leasesExtended > 3, {
      within: 20_000,
    });
    expect(await item(submissionId)).toMatchObject({ syncStatus: 'processing' });
    gate.open();
    await happened.first(({ type }) => type === 'sent');
    expect(working.metrics()).toMatchObject({ claimed: 1, sent: 1, leasesLost: 0 });
  });

  it('that is lost aborts the handler, and nothing is acknowledged', async () => {
    const submissionId = await approved();
    const handle = async (_: ClaimedItem, { signal }: { signal: AbortSignal }): Promise<void> => {
      // An administrator queues the item again, for another connector.
      await api.sync.replay({ submissionId });
      await once(signal, 'abort');
    };
    const one = start({ leaseSeconds: 5, formTypes: ['address_change'], concurrency: 1, handle });
    await happened.first(({ type }) => type === 'lease-lost');
    await one.stop({ deadlineMs: 0 });
    const causes = (await api.sync.history(submissionId)).data.map(({ cause }) => cause as string);
    expect(causes).not.toContain('ack');
    expect(one.metrics()).toMatchObject({ sent: 0 });
  });

  it('that is lost without being noticed is counted when the item is acknowledged', async () => {
    const submissionId = await approved();
    const handle = async (): Promise<void> => {
      await api.sync.ack({ submissionId, status: 'failed', lastError: 'By hand.' });
    };
    const one = start({ untilEmpty: true, handle });
    await one.done;
    expect(one.metrics()).toMatchObject({ sent: 0, leasesLost: 1 });
    expect(await item(submissionId)).toMatchObject({ syncStatus: 'failed', lastError: 'By hand.' });
  });
});

describe('a connector that is stopped', () => {
  it('claims nothing more, and finishes what it has in hand', async () => {
    const first = await approved();
    const gate = new Gate();
    const one = start({ concurrency: 1, handle: () => gate.opened });
    await happened.first(({ type }) => type === 'claimed');
    const second = await approved();
    const stopped = one.stop();
    gate.open();
    await stopped;
    expect(await item(first)).toMatchObject({ syncStatus: 'sent' });
    expect(await item(second)).toMatchObject({ syncStatus: 'queued', attempts: 0 });
    expect(one.metrics().inHand).toBe(0);
  });

  it('gives back what is still in hand at the deadline, and aborts its handler', async () => {
    const submissionId = await approved();
    const begun = new Happenings<AbortSignal>();
    const handle = (_: ClaimedItem, { signal }: { signal: AbortSignal }): Promise<void> => {
      begun.add(signal);
      return new Promise(() => undefined);
    };
    const one = start({ handle });
    const signal = await begun.first(() => true);
    await one.stop({ deadlineMs: 10 });
    expect(signal.aborted).toBe(true);
    expect(await item(submissionId)).toMatchObject({ syncStatus: 'queued', lastError: null });
    const again = start({ untilEmpty: true, handle: () => undefined });
    await again.done;
    expect(again.metrics().sent).toBe(1);
  });

  it('ends although a handler does not notice that its lease is lost, in real time', async () => {
    const submissionId = await approved();
    const lost = new Happenings<Event>();
    const handle = async (_: ClaimedItem, { signal }: { signal: AbortSignal }): Promise<void> => {
      signal.addEventListener('abort', (event) => {
        lost.add(event);
      });
      // An administrator queues the item again, for another connector.
      await api.sync.replay({ submissionId });
      await new Promise(() => undefined);
    };
    const one = start({ leaseSeconds: 5, formTypes: ['address_change'], concurrency: 1, handle });
    await lost.first(() => true);
    await one.stop({ deadlineMs: 0 });
    expect(one.metrics()).toMatchObject({ sent: 0, leasesLost: 1, inHand: 0 });
  });

  it('does not wait for the end of a long poll', async () => {
    const waitSeconds = 25;
    const one = start({ waitSeconds, handle: () => undefined });
    await approved();
    await happened.first(({ type }) => type === 'sent');
    const begun = performance.now();
    await one.stop();
    expect(performance.now() - begun).toBeLessThan(waitSeconds * 1000);
  });
});

it('a connector whose credential is refused ends with that reason', async () => {
  const { apiKey, apiSecret } = await service.tenant({ scopes: ['workflow'] });
  const client = new IntegrationApi({ url: service.baseUrl, apiKey, apiSecret });
  const one = start({ client, handle: () => undefined });
  await expect(one.done).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE', status: 403 });
});
