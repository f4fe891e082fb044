import { Parser } from '@asyncapi/parser';

import { EVENT_TYPE } from '../../../src/submissions/events/dto/review-event.dto.js';
import { SUBMISSION_STATUSES } from '../../../src/submissions/review-workflow.js';
import { aSubmission } from '../../factories/submissions.js';
import { DocumentedSchemas } from '../../support/documented-schemas.js';
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
let schemas: DocumentedSchemas;

beforeAll(async () => {
  const answer = await fetch(`${service.baseUrl}/docs/asyncapi.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/json');
  document = (await answer.json()) as Document;
  schemas = new DocumentedSchemas(document);
});

const problemsOf = (schema: string, value: unknown): unknown[] =>
  schemas.problemsOf(['components', 'schemas', schema], value);

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
