import { once } from 'node:events';

import {
  type ClaimedItem,
  connector,
  type ConnectorEvent,
  type ConnectorOptions,
  IntegrationApi,
  type RunningConnector,
} from '../../client/src/index.js';
import {
  away,
  type Exchange,
  lose,
  refusing,
  ScriptedService,
  type Step,
} from '../support/scripted-service.js';
import { Happenings } from './happenings.js';

// Faults that the real service cannot be brought to at a given moment; the other tests of the connector use that.

const CLAIMS = 'POST /api/v1/integration/sync/claims';
const ACK = 'POST /api/v1/integration/sync/ack';

/** A report, or the end of a lease, as the service received it. */
interface Received {
  readonly call: string;
  readonly body: Record<string, unknown>;
}

let service: ScriptedService;
let queue: ClaimedItem[];
let received: Happenings<Received>;
let happened: Happenings<ConnectorEvent>;
let running: RunningConnector[];
/** What is done with calls of an address before they are answered as usual; each once. */
let faults: Map<string, Step[]>;

function queued(number: number, student = number): ClaimedItem {
  const submissionId = `sub-${number}`;
  const data = { student: { id: `95000000${student}` } };
  const envelope = { id: `content-${number}`, data } as ClaimedItem['envelope'];
  return { claimId: `claim-${number}`, submissionId, targetSystem: null, envelope } as ClaimedItem;
}

const answer: Step = async (exchange) => {
  const body = await exchange.json();
  const fault = faults.get(exchange.call)?.shift();
  if (fault !== undefined) {
    await fault(exchange);
    return;
  }
  received.add({ call: exchange.call, body });
  if (exchange.call !== CLAIMS) exchange.succeed({}, {});
  else handOut(exchange);
};

/** As the service does, the same key gives the same items. */
function handOut(exchange: Exchange): void {
  const key = exchange.header('idempotency-key') ?? '';
  const items = handedOut.get(key) ?? queue.splice(0);
  handedOut.set(key, items);
  exchange.succeed(items, { count: items.length, waiting: 0 });
}
let handedOut: Map<string, ClaimedItem[]>;

beforeEach(async () => {
  queue = [];
  received = new Happenings();
  happened = new Happenings();
  running = [];
  faults = new Map();
  handedOut = new Map();
  service = await ScriptedService.start(answer);
});

afterEach(async () => {
  await Promise.all(running.map((one) => one.stop({ deadlineMs: 0 })));
  await service.stop();
});

/** The items are handed out, and the answer that says so is lost. */
const handOutAndLose: Step = (exchange) => {
  const key = exchange.header('idempotency-key') ?? '';
  handedOut.set(key, queue.splice(0));
  exchange.lose();
};

function start(options: Partial<ConnectorOptions> & Pick<ConnectorOptions, 'handle'>): RunningConnector {
  const credential = { apiKey: 'the-key', apiSecret: 'the-secret' };
  // The transport makes no second attempt, so that the connector's own persistence is seen.
  const client = new IntegrationApi({ url: service.url, ...credential, retries: 0 });
  const onEvent = (event: ConnectorEvent): void => {
    happened.add(event);
  };
  const one = connector({ client, onEvent, untilEmpty: true, ...options });
  running.push(one);
  return one;
}

const bodiesOf = (call: string): Record<string, unknown>[] =>
  received.all.filter((one) => one.call === call).map(({ body }) => body);

it('a claim whose answer is lost is made again under its key, and nothing of it is lost', async () => {
  queue = [queued(1), queued(2)];
  faults.set(CLAIMS, [handOutAndLose, away]);
  const handled: string[] = [];
  await start({ handle: ({ submissionId }) => void handled.push(submissionId) }).done;

  const keys = service.exchanges
    .filter(({ call }) => call === CLAIMS)
    .map((exchange) => exchange.header('idempotency-key'));
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(handled.sort()).toEqual(['sub-1', 'sub-2']);
  expect(running[0]?.metrics()).toMatchObject({ claimed: 2, sent: 2, claimsFailed: 2 });
});

it('the leases of such a claim are prolonged at once, as they began earlier than its answer says', async () => {
  queue = [queued(1)];
  faults.set(CLAIMS, [handOutAndLose]);
  let finish = (): void => undefined;
  start({ handle: () => new Promise<void>((resolve) => (finish = resolve)) });
  await received.first(({ call }) => call.endsWith('/claim-1/extend'));
  finish();
  await happened.first(({ type }) => type === 'sent');
});

it('a report whose answer is lost is made again, while its handler ran once', async () => {
  queue = [queued(1)];
  faults.set(ACK, [lose, away]);
  let runs = 0;
  await start({ handle: () => void (runs += 1) }).done;
  expect(runs).toBe(1);
  expect(bodiesOf(ACK)).toEqual([{ submissionId: 'sub-1', claimId: 'claim-1', status: 'sent' }]);
  expect(running[0]?.metrics()).toMatchObject({ sent: 1, leasesLost: 0 });
});

it('a lease that cannot be prolonged is lost when its time is over: aborted, and never acknowledged', async () => {
  queue = [queued(1)];
  faults.set(`${CLAIMS}/claim-1/extend`, new Array<Step>(99).fill(lose));
  const handle = async (_: ClaimedItem, { signal }: { signal: AbortSignal }): Promise<void> => {
    await once(signal, 'abort');
  };
  await start({ leaseSeconds: 0.3, handle }).done;
  expect(bodiesOf(ACK)).toEqual([]);
  expect(running[0]?.metrics()).toMatchObject({ sent: 0, released: 0, leasesLost: 1 });
});

it('a lease that the service says is lost aborts the handler', async () => {
  queue = [queued(1)];
  faults.set(`${CLAIMS}/claim-1/extend`, [refusing(409, 'LEASE_LOST')]);
  const reasons: unknown[] = [];
  const handle = async (_: ClaimedItem, { signal }: { signal: AbortSignal }): Promise<void> => {
    await once(signal, 'abort');
    reasons.push(signal.reason);
    throw new Error('cut');
  };
  await start({ leaseSeconds: 0.3, handle }).done;
  expect(reasons).toMatchObject([{ message: 'The lease of this item is lost.' }]);
  expect(received.all.filter(({ call }) => call !== CLAIMS)).toEqual([]);
  expect(running[0]?.metrics()).toMatchObject({ leasesLost: 1, released: 0 });
});

it('a service that says at once that there is nothing is not asked again without a pause', async () => {
  const times: number[] = [];
  const note: Step = (exchange) => {
    times.push(performance.now());
    handOut(exchange);
    received.add({ call: 'noted', body: {} });
  };
  faults.set(CLAIMS, [note, note]);
  start({ untilEmpty: false, handle: () => undefined });
  await received.several(2, ({ call }) => call === 'noted');
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(500);
});

describe('items of one student in one claim', () => {
  it('are handled one after the other, others beside them', async () => {
    queue = [queued(1, 1), queued(2, 1), queued(3, 3)];
    const steps: string[] = [];
    const handle = async ({ submissionId }: ClaimedItem): Promise<void> => {
      steps.push(`begin ${submissionId}`);
      if (submissionId === 'sub-1') await happened.first(({ type }) => type === 'sent');
      steps.push(`end ${submissionId}`);
    };
    await start({ handle }).done;
    // The first waits for the third, which another student's item must not be kept from.
    expect(steps.indexOf('end sub-3')).toBeLessThan(steps.indexOf('end sub-1'));
    expect(steps.indexOf('end sub-1')).toBeLessThan(steps.indexOf('begin sub-2'));
  });

  it('are given back together when the first one fails, so that none overtakes it', async () => {
    queue = [queued(1, 1), queued(2, 1)];
    const handled: string[] = [];
    const handle = ({ submissionId }: ClaimedItem): never => {
      handled.push(submissionId);
      throw new Error('It is closed.');
    };
    await start({ handle }).done;
    expect(handled).toEqual(['sub-1']);
    expect(bodiesOf(`${CLAIMS}/claim-1/release`)).toEqual([{ lastError: 'It is closed.' }]);
    expect(bodiesOf(`${CLAIMS}/claim-2/release`)).toEqual([{ delaySeconds: 0 }]);
  });
});

it('a connector whose service stays away is stopped within its deadline', async () => {
  queue = [queued(1)];
  faults.set(ACK, new Array<Step>(99).fill(lose));
  const begun = new Happenings<ClaimedItem>();
  const handle = (item: ClaimedItem): void => {
    begun.add(item);
  };
  const one = start({ handle });
  await begun.first(() => true);
  await one.stop({ deadlineMs: 0 });
  expect(one.metrics()).toMatchObject({ sent: 0, leasesLost: 1, inHand: 0 });
});
