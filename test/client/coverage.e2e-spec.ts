import { IntegrationApi } from '../../client/src/index.js';
import { TestService } from '../support/service.js';
import { all, student } from './people.js';

const OF_THE_CLIENT = /^\/api\/v1\/(?:integration|workflow|sandbox)(?:\/|$)/;

const service = await TestService.ofWorker();

const APPROVED = {
  specversion: '1.0',
  id: 'vote-1',
  source: '/committees',
  type: 'submission.status-changed.v1',
  data: { submissionId: 'sub-1', status: 'approved' },
} as const;

/** Each method of the client once. */
const METHODS: readonly ((api: IntegrationApi) => Promise<unknown>)[] = [
  (api) => api.root(),
  (api) => api.users.createOrUpdate(student(1)),
  (api) => api.users.page(),
  (api) => api.users.match(student(1)),
  (api) => api.users.get('S-1'),
  (api) => api.users.setStatus('S-1', 'inactive'),
  (api) => all(api.users.bulk([student(1)])),
  (api) => all(api.users.bulkOf([student(1)], JSON.stringify)),
  (api) => api.users.hold('hd_1'),
  (api) => api.users.conflicts(),
  (api) => api.users.conflict('cf_1'),
  (api) => api.runs.page(),
  (api) => api.runs.get('night'),
  (api) => api.runs.finish('night'),
  (api) => api.runs.failuresPage('night'),
  (api) => api.drops.report('sftp1:files', { waiting: 0, refused: 0 }),
  (api) => api.progress.page(),
  (api) => api.progress.openSeatsPage(),
  (api) => api.students.putDissertation('S-1', { title: 'Reading', status: 'in_progress' }),
  (api) => api.students.putVersion('S-1', 1, { stage: 'proposal', status: 'submitted' }),
  (api) => api.students.putMilestone('S-1', 'candidacy', { status: 'completed' }),
  (api) => api.students.putCommittee('S-1', { members: [] }),
  (api) => all(api.students.bulk([{ studentId: 'S-1' }])),
  (api) => api.submissions.put('sub-1', { formType: 'name_change', studentId: 'S-1', fields: {} }),
  (api) => api.submissions.get('sub-1'),
  (api) => api.submissions.changeStatus('sub-1', { status: 'submitted' }),
  (api) => api.submissions.resolve('sub-1', '1', { resolution: 'dismiss' }),
  (api) => api.sync.page(),
  (api) => api.sync.history('sub-1'),
  (api) => api.sync.payload('sub-1'),
  (api) => api.sync.replay({ submissionId: 'sub-1' }),
  (api) => api.sync.ack({ submissionId: 'sub-1', status: 'sent' }),
  (api) => api.sync.claim(),
  (api) => api.sync.extend('claim-1', 60),
  (api) => api.sync.release('claim-1'),
  (api) => api.sync.replayBulk({ status: 'failed' }),
  (api) => api.sync.connectors(),
  (api) => api.events.page(),
  (api) => api.events.send(APPROVED),
  (api) => api.events.sendBatch([APPROVED]),
  (api) => api.events.forward(Buffer.from(JSON.stringify(APPROVED)), 'application/cloudevents+json'),
  (api) => api.sandboxes.create({ seed: 'empty' }),
  (api) => api.sandboxes.list(),
  (api) => api.sandboxes.get('sb1'),
  (api) => api.sandboxes.reset('sb1'),
  (api) => api.sandboxes.moveClock('sb1', { advanceSeconds: 1 }),
  (api) => api.sandboxes.setFaults('sb1', []),
  (api) => api.sandboxes.faults('sb1'),
  (api) => api.sandboxes.requests('sb1'),
  (api) => api.sandboxes.remove('sb1'),
];

async function documentedCalls(): Promise<string[]> {
  const response = await fetch(`${service.baseUrl}/docs/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path]) => OF_THE_CLIENT.test(path))
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
}

/** The documented call that a request is; `users/bulk` is not a `users/{id}`. */
function callOf(method: string, { pathname }: URL, documented: readonly string[]): string | undefined {
  const call = `${method} ${pathname}`;
  const fits = documented.filter((one) => new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(call));
  return fits.find((one) => one === call) ?? fits[0];
}

it('every call of the three APIs has a method of the client', async () => {
  const documented = await documentedCalls();
  const made = new Set<string | undefined>();
  const noting: typeof fetch = (input, init) => {
    made.add(callOf(init?.method ?? 'GET', new URL(input), documented));
    return fetch(input, init);
  };
  const { apiKey, apiSecret } = await service.tenant();
  const api = new IntegrationApi({ url: service.baseUrl, apiKey, apiSecret, fetch: noting });
  // Whether a call succeeds is the subject of other tests.
  for (const call of METHODS) await call(api).catch(() => undefined);

  expect(documented.length).toBeGreaterThan(20);
  expect(documented.filter((call) => !made.has(call))).toEqual([]);
});
