import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Validator } from '@seriousme/openapi-schema-validator';

import { ERROR_CODES, ERROR_STATUS } from '../../../src/errors/refusal.js';
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

  it.each(ERROR_CODES)(
    'has a page for %s, with one main content and one title, without scripts',
    async (code) => {
      const { status, headers, text } = await get(`/docs/errors/${code}`);
      expect(status).toBe(200);
      expect(text.match(/<main>[^]*<h1>([A-Z_]+)<\/h1>[^]*<\/main>/)?.[1]).toBe(code);
      expect(text).toContain(`Status ${ERROR_STATUS[code]}.`);
      expect(text).not.toMatch(/<script|`/);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  it('lists the codes for an address with an unknown one', async () => {
    const { status, text } = await get('/docs/errors/NO_SUCH_CODE');
    expect(status).toBe(404);
    const linked = [...text.matchAll(/href="\/docs\/errors\/([A-Z_]+)"/g)].map(([, code]) => code);
    expect(linked).toEqual(ERROR_CODES);
  });

  it.each(['/api/v1/integration/users', '/scim/v2/Users'])('is linked by a refusal of %s', async (path) => {
    const { headers } = await get(path);
    expect(headers['link']).toBe('</docs/errors/MISSING_CREDENTIALS>; rel="help"');
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
    expect(Object.keys(integration.components.securitySchemes).sort()).toEqual([
      'MonitoringToken',
      'X-Service-API-Key',
      'X-Service-API-Secret',
    ]);
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
