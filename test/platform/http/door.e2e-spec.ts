import { DARK, LIGHT } from '../../../pages/src/colours.js';
import { type RawAnswer, rawRequest } from '../../support/raw-request.js';
import { TestService } from '../../support/service.js';

const WANTED = ['/docs', '/docs/admin', '/admin/', '/docs/openapi.json', '/docs/scim.json', '/health/ready'];

const service = await TestService.ofWorker();

function door(headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
  return rawRequest(service.baseUrl, '/', { method, headers });
}

describe('the address of the service itself', () => {
  it('is a page with links to the reference, the pages, the documents and the health', async () => {
    const { status, headers, text } = await door({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect({ status, contentType: headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'text/html; charset=utf-8',
    });
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path);
    expect(links).toEqual(expect.arrayContaining(WANTED));
    for (const link of links) {
      const answer = await fetch(service.baseUrl + link);
      // 503: the pages are not built in this test.
      expect({ link, leadsOn: [200, 503].includes(answer.status) }).toEqual({ link, leadsOn: true });
    }
  });

  it.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['application/json, text/html;q=0.5', 'application/json; charset=utf-8'],
    ['text/html, application/json;q=0.5', 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
    ['image/png', 'text/html; charset=utf-8'],
  ])('answers who accepts %s as %s', async (accept, type) => {
    const { status, headers } = await door({ accept });
    expect({ status, contentType: headers['content-type'], vary: headers['vary'] }).toEqual({
      status: 200,
      contentType: type,
      vary: 'Accept',
    });
  });

  it('gives programs the same addresses', async () => {
    const { text } = await door({ accept: 'application/json' });
    const { success, data } = JSON.parse(text) as { success: boolean; data: Record<string, string> };
    expect({ success, addresses: Object.values(data) }).toEqual({
      success: true,
      addresses: expect.arrayContaining(WANTED) as unknown,
    });
  });

  it('is protected as every page is, and its policy allows its style and no script', async () => {
    const { headers, text } = await door();
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'; frame-/,
    );
    expect(text).not.toMatch(/<script|style="|https?:/);
  });

  it('has the colours of the pages, in the light and in the dark', async () => {
    const { text } = await door();
    for (const { primary, background, text: words, divider } of [LIGHT, DARK])
      for (const colour of [
        primary.main,
        background.default,
        background.paper,
        words.primary,
        words.secondary,
        divider,
      ])
        expect(text).toContain(colour);
  });

  it('shows nothing about a tenant, and the same with credentials', async () => {
    const { tenantId, apiKey, apiSecret } = await service.tenant();
    const answer = await door({ 'x-service-api-key': apiKey, 'x-service-api-secret': apiSecret });
    expect(answer.text).toBe((await door()).text);
    expect(answer.text).not.toContain(tenantId);
  });

  it('is only read', async () => {
    expect({ head: (await door({}, 'HEAD')).status, post: (await door({}, 'POST')).status }).toEqual({
      head: 200,
      post: 404,
    });
  });
});
