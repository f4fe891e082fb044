import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Validator } from '@seriousme/openapi-schema-validator';

import { ERROR_STATUS } from '../../../src/errors/refusal.js';
import { folderOfFile } from '../../support/folders.js';
import type { OpenApiDocument } from '../../support/operations.js';
import { type RawAnswer, rawRequest } from '../../support/raw-request.js';
import { TestService } from '../../support/service.js';

const ADMINISTRATION = '/api/v1/admin/';

const pages = folderOfFile('pages');
let service: TestService;

beforeAll(async () => {
  service = await TestService.start({}, pages);
});

afterAll(() => service.stop());

function get(path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return rawRequest(service.baseUrl, path, { method: 'GET', headers });
}

async function documentAt(path: string): Promise<OpenApiDocument> {
  return JSON.parse((await get(path)).text) as OpenApiDocument;
}

describe('the reference', () => {
  it.each(['/docs', '/docs/', '/docs/admin'])(
    'at %s is a page that is announced until it is built',
    async (path) => {
      const waiting = await get(path);
      expect(waiting).toMatchObject({ status: 503, headers: { refresh: '3' } });
      await writeFile(join(pages, 'reference.html'), '<p>The reference</p>');
      const { status, headers, text } = await get(path);
      await rm(join(pages, 'reference.html'));
      expect({ status, text }).toEqual({ status: 200, text: '<p>The reference</p>' });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
    },
  );

  it('takes scripts and answers from its own service alone, also over HTTP', async () => {
    const { headers } = await get('/docs');
    const policy = headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'; script-src 'self'; ");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|upgrade-insecure-requests|unsafe-eval/);
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('has a section for each error code, which every answer of a refusal links', async () => {
    const { info } = JSON.parse((await get('/docs/integration.json')).text) as {
      info: { description: string };
    };
    const sections = [...info.description.matchAll(/^### ([A-Z_]+)$/gm)].map(([, code]) => code);
    expect(sections).toEqual(Object.keys(ERROR_STATUS));
    for (const [path, code] of [
      ['/api/v1/integration/users', 'MISSING_CREDENTIALS'],
      ['/scim/v2/Users', 'MISSING_CREDENTIALS'],
    ] as const)
      expect((await get(path)).headers['link']).toBe(`</docs#${code}>; rel="help"`);
  });

  it('has two documents, which share the calls of the whole one between them', async () => {
    const whole = await documentAt('/docs/openapi.json');
    const integration = await documentAt('/docs/integration.json');
    const administration = await documentAt('/docs/administration.json');
    const names = ({ paths }: OpenApiDocument): string[] => Object.keys(paths);

    expect(names(administration).every((path) => path.startsWith(ADMINISTRATION))).toBe(true);
    expect(names(integration).some((path) => path.startsWith(ADMINISTRATION))).toBe(false);
    expect([...names(integration), ...names(administration)].sort()).toEqual(names(whole).sort());
    expect({ integration: integration.info.title, administration: administration.info.title }).toEqual({
      integration: 'Integration API',
      administration: 'Administration API',
    });
    expect(Object.keys(integration.components.securitySchemes)).toHaveLength(2);
    expect(Object.keys(administration.components.securitySchemes).sort()).toEqual([
      'Session',
      'X-CSRF-Token',
    ]);
  });

  it.each(['integration', 'administration'])(
    'has a valid document of the %s API, with every schema it names',
    async (part) => {
      const document = await documentAt(`/docs/${part}.json`);
      expect(await new Validator().validate(document as unknown as Record<string, unknown>)).toMatchObject({
        valid: true,
      });
      const named = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
        ([, name]) => name,
      );
      expect([...new Set(named)].sort()).toEqual(Object.keys(document.components.schemas).sort());
    },
  );

  it('sends its document compressed to whom it suits', async () => {
    const [plain, zipped] = [
      await get('/docs/integration.json'),
      await get('/docs/integration.json', { 'accept-encoding': 'gzip' }),
    ];
    expect({ plain: plain.headers['content-encoding'], zipped: zipped.headers['content-encoding'] }).toEqual({
      plain: undefined,
      zipped: 'gzip',
    });
    expect(Number(zipped.headers['content-length'])).toBeLessThan(
      Number(plain.headers['content-length']) / 5,
    );
  });
});
