import { scenario } from '../scenario.js';
import { Connections } from '../support/load.js';
import { type ReportRow, rowOfTimes } from '../support/report.js';
import { personOf } from '../users/people.js';

const BASE = '/api/v1/sandbox/tenants';
const START = '2027-03-01T09:00:00Z';
const DAY_SECONDS = 86_400;
/** A year takes seconds. */
const YEARS = 3;

interface Key {
  readonly apiKey: string;
  readonly apiSecret: string;
}

interface Made {
  readonly tenantId: string;
  readonly credentials: readonly (Key & { readonly scopes: readonly string[] })[];
}

function callerWith(address: string, { apiKey = '', apiSecret = '' }: Partial<Key>, atOnce = 1): Connections {
  const headers = { 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret };
  return new Connections(address, headers, atOnce);
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  times.push(performance.now() - start);
  return result;
}

/** The life of so many sandboxes, one after the other. */
async function live(tester: Connections, count: number, years: number, add = ''): Promise<ReportRow[]> {
  const steps = ['create', 'advance 30 days', 'advance a year', 'reset', 'delete'] as const;
  const times = Object.fromEntries(steps.map((step) => [step, [] as number[]]));
  const of = (step: (typeof steps)[number]): number[] => times[step] ?? [];
  for (let index = 0; index < count; index += 1) {
    const input = { seed: 'demo', clock: { now: START } };
    const { tenantId } = await timed(of('create'), () => tester.data<Made>('POST', BASE, input));
    const path = `${BASE}/${tenantId}`;
    const advance = (days: number): Promise<unknown> =>
      tester.data('PUT', `${path}/clock`, { advanceSeconds: days * DAY_SECONDS });
    await timed(of('advance 30 days'), () => advance(30));
    if (index < years) await timed(of('advance a year'), () => advance(365));
    await timed(of('reset'), () => tester.data('POST', `${path}/reset`));
    await timed(of('delete'), () => tester.data('DELETE', path));
  }
  const measured = steps.filter((step) => of(step).length > 0);
  return measured.map((step) => rowOfTimes(`${step}${add}`, of(step)));
}

/** Others at work: each posts people to a sandbox of its own, one after the other, until it is asked to stop. */
async function work(
  tester: Connections,
  address: string,
  others: number,
  isOver: () => boolean,
): Promise<void> {
  const posts = async (_: unknown, number: number): Promise<void> => {
    const { tenantId, credentials } = await tester.data<Made>('POST', BASE, { seed: 'empty' });
    const sis = callerWith(address, credentials.find(({ scopes }) => scopes.includes('users')) ?? {});
    for (let index = 0; !isOver(); index += 1)
      await sis.data('POST', '/api/v1/integration/users', personOf(`other-${number}`, index));
    await sis.close();
    await tester.data('DELETE', `${BASE}/${tenantId}`);
  };
  await Promise.all(Array.from({ length: others }, posts));
}

export const sandboxes = scenario({
  name: 'sandboxes',
  summary:
    'What a tester waits for: a sandbox made, moved in time, reset and deleted; alone, and beside others at work.',
  options: { count: 20, others: 50 },
  async run(bench, { count, others }) {
    const service = await bench.startService();
    const { tenantId } = await bench.createTenant(service, 'Sandboxes');
    const tester = callerWith(service.address, await bench.createKey(tenantId, 'sandbox'), others + 1);
    bench.onStop(() => tester.close());
    const first: number[] = [];
    const template = { seed: 'demo', clock: { now: START } };
    await timed(first, () => tester.data('POST', BASE, template));
    const alone = await live(tester, count, YEARS);
    process.stderr.write(`Now beside ${others} others.\n`);
    let isOver = false;
    const working = work(tester, service.address, others, () => isOver);
    const beside = await live(tester, count, 0, `, beside ${others}`).finally(() => {
      isOver = true;
    });
    await working;
    return [rowOfTimes('create, the first of a day', first), ...alone, ...beside];
  },
});
