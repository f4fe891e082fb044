import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type RawAnswer, rawRequest } from '../support/raw-request.js';
import { TestService } from '../support/service.js';

let service: TestService;
let pages: string;

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'pages-'));
  service = await TestService.start({ PUBLIC_URL: 'http://localhost:3000' }, pages);
});

afterAll(async () => {
  await service.stop();
  await rm(pages, { recursive: true });
});

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
  return rawRequest(service.baseUrl, path, { method, headers });
}

describe('the pages', () => {
  it('that are not built yet are announced by a page that reloads by itself', async () => {
    const { status, headers, text } = await get('/admin/');
    expect({ status, refresh: headers['refresh'], retryAfter: headers['retry-after'] }).toEqual({
      status: 503,
      refresh: '3',
      retryAfter: '3',
    });
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(text).toContain('being built');
  });

  describe('once they are built', () => {
    beforeAll(async () => {
      await mkdir(join(pages, 'assets'));
      await writeFile(
        join(pages, 'index.html'),
        '<meta property="csp-nonce" content="__CSP_NONCE__"><p>Ünder</p>',
      );
      await writeFile(join(pages, 'favicon.svg'), '<svg/>');
      for (const [name, content] of [
        ['index-4fGh7_2x.js', 'plain'],
        ['index-4fGh7_2x.js.br', 'brotli'],
        ['index-4fGh7_2x.js.gz', 'gzip'],
        ['index-Zz9.css', 'style'],
      ] as const)
        await writeFile(join(pages, 'assets', name), content);
    });

    it('begin with one that is never stored and has a nonce of its own, in itself and in its policy', async () => {
      const [first, second] = [await get('/admin/'), await get('/admin/?x=1')];
      const nonceOf = ({ text }: typeof first): string => /content="([\w+/=]{24})"/.exec(text)?.[1] ?? '';
      expect(nonceOf(first)).not.toBe('');
      expect(nonceOf(first)).not.toBe(nonceOf(second));
      expect(first.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(first.headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonceOf(first)}'; connect-src 'self'; ` +
          "img-src 'self' data:; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action " +
          "'self'; frame-ancestors " +
          "'none'",
      );
      expect(first.text).toContain('Ünder');
    });

    it.each([
      ['', 'plain', undefined],
      ['gzip', 'gzip', 'gzip'],
      ['gzip, deflate, br', 'brotli', 'br'],
      ['br;q=0, gzip', 'gzip', 'gzip'],
    ])('send a hashed file for ever, compressed as asked for: %p', async (accepted, content, encoding) => {
      const path = '/admin/assets/index-4fGh7_2x.js';
      const { status, headers, text } = await get(path, { 'accept-encoding': accepted });
      expect({ status, text, contentEncoding: headers['content-encoding'] }).toEqual({
        status: 200,
        text: content,
        contentEncoding: encoding,
      });
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        'content-length': String(content.length),
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(headers['permissions-policy']).toContain('camera=()');
      const head = await get(path, { 'accept-encoding': accepted }, 'HEAD');
      expect(head).toMatchObject({
        status: 200,
        text: '',
        headers: { 'content-length': String(content.length) },
      });
    });

    it('keep files without a hash for an hour', async () => {
      const { headers } = await get('/admin/favicon.svg');
      expect(headers).toMatchObject({
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=3600',
      });
    });

    it.each([
      '/admin/assets/',
      '/admin/assets',
      '/admin/assets/index-gone.js',
      '/admin/assets/index-4fGh7_2x.js.br',
      '/admin/assets/..%2findex.html',
      '/admin/assets/%2e%2e/index.html',
      '/admin/assets/%00.js',
      '/admin/../package.json',
      '/admin/.hidden.js',
      '/admin/users',
    ])('have nothing at %s', async (path) => {
      const { status, text } = await get(path);
      expect({ status, hasContent: text.includes('Ünder') }).toEqual({ status: 404, hasContent: false });
    });

    it('are only read', async () => {
      const { status, headers } = await get('/admin/', {}, 'POST');
      expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'GET, HEAD' });
    });
  });

  it.each([
    ['/admin', '/admin/'],
    ['/admin?x=/', '/admin/'],
  ])('are found at %s too', async (path, location) => {
    const { status, headers } = await get(path);
    expect({ status, location: headers['location'] }).toEqual({ status: 302, location });
  });

  it('show a browser why its single sign-on was refused; a program is answered in JSON', async () => {
    const path = '/api/v1/admin/sso/callback?code=x';
    const page = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(page).toMatchObject({
      status: 303,
      headers: {
        location: 'http://localhost:3000/admin/#/login?error=INVALID_CREDENTIALS&reason=SignOnNotBegun',
      },
    });
    for (const accept of ['application/json', '*/*']) expect((await get(path, { accept })).status).toBe(401);
    expect((await get(path)).status).toBe(401);
  });
});
