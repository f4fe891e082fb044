import { Parser } from '@asyncapi/parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import { EVENT_TYPE } from '../../../src/submissions/events/dto/review-event.dto.js';
import { SUBMISSION_STATUSES } from '../../../src/submissions/review-workflow.js';
import { aSubmission } from '../../factories/submissions.js';
import { readFeed } from '../../support/feed-reader.js';
import { TestService } from '../../support/service.js';

interface Document {
  readonly asyncapi: string;
  readonly servers: { readonly service: { readonly host: string; readonly protocol: string } };
  readonly components: {
    readonly schemas: Record<string, { readonly properties?: Record<string, unknown> }>;
  };
}

const service = await TestService.ofWorker();
let document: Document;

beforeAll(async () => {
  const answer = await fetch(`${service.baseUrl}/docs/asyncapi.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/json');
  document = (await answer.json()) as Document;
});

/** Whether a value is as a schema of the document demands; if not, why. */
function problemsOf(schema: string, value: unknown): unknown[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (formats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addSchema({ ...document, $id: 'document' });
  const validate = ajv.getSchema(`document#/components/schemas/${schema}`);
  if (validate === undefined) throw new Error(`The document has no schema ${schema}`);
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => [instancePath, message]);
}

const event = (data: object): object => ({
  specversion: '1.0',
  id: 'e-1',
  source: '/committees',
  type: EVENT_TYPE,
  data,
});

describe('the document of events', () => {
  it('is AsyncAPI 3, as its own parser reads it, with the address of the service', async () => {
    const { document: parsed, diagnostics } = await new Parser().parse(JSON.stringify(document));
    const problems = diagnostics.filter(({ severity }) => (severity as number) <= 1);
    expect(problems.map(({ code, message, path }) => [code, message, path])).toEqual([]);
    expect(parsed?.version()).toBe('3.0.0');
    const operations = parsed?.operations().all() ?? [];
    expect(operations.map((one) => [one.id(), one.action(), one.channels().all()[0]?.address()])).toEqual([
      ['receiveReviewEvents', 'receive', '/api/v1/workflow/events'],
      ['handOut', 'send', '/api/v1/integration/sync/claims'],
      ['showChanges', 'send', '/api/v1/integration/events'],
    ]);
    expect(document.servers.service).toMatchObject({
      protocol: 'http',
      host: expect.stringContaining(':') as string,
    });
  });

  it('describes the envelopes that are handed out', async () => {
    const tenant = await service.tenant();
    await aSubmission(tenant, { status: 'approved', fields: { street: 'Main Street 1' } });
    const { body } = await tenant.sis.post('/sync/claims', {});
    const [{ envelope } = { envelope: {} }] = body.data as unknown as { envelope: Record<string, unknown> }[];
    expect(problemsOf('EnvelopeDto', envelope)).toEqual([]);
    const { data, ...others } = envelope;
    expect(data).toBeDefined();
    expect(problemsOf('EnvelopeDto', others)).toEqual([['', "must have required property 'data'"]]);
    expect(
      problemsOf('EnvelopeDto', { ...envelope, data: { ...(data as object), student: null } }),
    ).not.toEqual([]);
  });

  it('describes the events of the feed', async () => {
    const tenant = await service.tenant();
    await aSubmission(tenant, { status: 'approved' });
    const { events } = await readFeed(tenant.sis, { after: 'earliest' });
    expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(3);
    for (const one of events) expect(problemsOf('ChangeEventDto', one)).toEqual([]);
    expect(problemsOf('ChangeEventDto', { ...events[0], type: 'user.made.v1' })).not.toEqual([]);
  });

  it.each(SUBMISSION_STATUSES)('describes the event of a submission that is %s', (status) => {
    expect(problemsOf('ReviewEventDto', event({ submissionId: 'sub-1', status, reason: null }))).toEqual([]);
  });

  it.each([
    [event({ submissionId: 'sub-1' }), '/data'],
    [event({ submissionId: 'sub-1', status: 'lost' }), '/data/status'],
    [{ ...event({ submissionId: 'sub-1', status: 'closed' }), type: 'another' }, '/type'],
  ])('does not describe %j', (value, path) => {
    expect(problemsOf('ReviewEventDto', value).map((problem) => (problem as string[])[0])).toEqual([path]);
  });
});
