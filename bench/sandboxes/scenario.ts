import { type Scenario, type Values, wholeNumber } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import { createTenant, runCli } from '../support/new-tenant.js';
import { type ReportRow } from '../support/report.js';
import { quantile } from '../support/statistics.js';
import { personOf } from '../users/people.js';

const BASE = '/api/v1/sandbox/tenants';
const START = '2027-03-01T09:00:00Z';
const DAY_SECONDS = 86_400;
/** A year takes seconds. */
const YEARS = 3;

type Headers = Readonly<Record<string, string>>;

interface Made {
  readonly tenantId: string;
  readonly credentials: readonly { apiKey: string; apiSecret: string; scopes: string[] }[];
}

/** Calls of one credential. */
class Caller {
  constructor(
    private readonly address: string,
    private readonly headers: Headers,
  ) {}

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.address + path, {
      method,
      headers: { ...this.headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, message } = (await answer.json()) as { data: T; message?: string };
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${message ?? ''}`);
    return data;
  }
}

async function testerAt(bench: Bench, address: string): Promise<Caller> {
  const environment = bench.serviceEnvironment('service');
  const { tenantId } = await createTenant(environment, 'Sandboxes');
  const words = ['key', 'create', '--tenant', tenantId, '--scopes', 'sandbox', '--label', 'QA'];
  const { apiKey = '', apiSecret = '' } = await runCli(environment, words);
  return new Caller(address, { 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret });
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  times.push(performance.now() - start);
  return result;
}

/** The life of so many sandboxes, one after the other. */
async function live(tester: Caller, count: number, years: number, add = ''): Promise<ReportRow[]> {
  const steps = ['create', 'advance 30 days', 'advance a year', 'reset', 'delete'] as const;
  const times = Object.fromEntries(steps.map((step) => [step, [] as number[]]));
  const of = (step: (typeof steps)[number]): number[] => times[step] ?? [];
  for (let index = 0; index < count; index += 1) {
    const input = { seed: 'demo', clock: { now: START } };
    const { tenantId } = await timed(of('create'), () => tester.call<Made>('POST', BASE, input));
    const path = `${BASE}/${tenantId}`;
    const advance = (days: number): Promise<unknown> =>
      tester.call('PUT', `${path}/clock`, { advanceSeconds: days * DAY_SECONDS });
    await timed(of('advance 30 days'), () => advance(30));
    if (index < years) await timed(of('advance a year'), () => advance(365));
    await timed(of('reset'), () => tester.call('POST', `${path}/reset`));
    await timed(of('delete'), () => tester.call('DELETE', path));
  }
  const measured = steps.filter((step) => of(step).length > 0);
  return measured.map((step) => ({
    what: `${step}${add}`,
    'p50 ms': quantile(of(step), 0.5),
    'p99 ms': quantile(of(step), 1),
  }));
}

/** Others at work: each posts people to a sandbox of its own, one after the other, until it is asked to stop. */
async function work(tester: Caller, address: string, others: number, isOver: () => boolean): Promise<void> {
  const posts = async (_: unknown, number: number): Promise<void> => {
    const { tenantId, credentials } = await tester.call<Made>('POST', BASE, { seed: 'empty' });
    const { apiKey = '', apiSecret = '' } = credentials.find(({ scopes }) => scopes.includes('users')) ?? {};
    const sis = new Caller(address, { 'X-Service-API-Key': apiKey, 'X-Service-API-Secret': apiSecret });
    for (let index = 0; !isOver(); index += 1)
      await sis.call('POST', '/api/v1/integration/users', personOf(`other-${number}`, index));
    await tester.call('DELETE', `${BASE}/${tenantId}`);
  };
  await Promise.all(Array.from({ length: others }, posts));
}

export const sandboxes: Scenario = {
  name: 'sandboxes',
  summary:
    'What a tester waits for: a sandbox made, moved in time, reset and deleted; alone, and beside others at work.',
  options: { count: { type: 'string', default: '20' }, others: { type: 'string', default: '50' } },
  async run(bench: Bench, values: Values): Promise<ReportRow[]> {
    const count = wholeNumber(values, 'count');
    const others = wholeNumber(values, 'others');
    await bench.createDatabase('service');
    const { address } = await bench.startService();
    const tester = await testerAt(bench, address);
    const first: number[] = [];
    const template = { seed: 'demo', clock: { now: START } };
    await timed(first, () => tester.call('POST', BASE, template));
    const alone = await live(tester, count, YEARS);
    process.stderr.write(`Now beside ${others} others.\n`);
    let isOver = false;
    const working = work(tester, address, others, () => isOver);
    const beside = await live(tester, count, 0, `, beside ${others}`).finally(() => {
      isOver = true;
    });
    await working;
    const made = {
      what: 'create, the first of a day',
      'p50 ms': quantile(first, 0.5),
      'p99 ms': quantile(first, 1),
    };
    return [made, ...alone, ...beside];
  },
};
