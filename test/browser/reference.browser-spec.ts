import { Pages } from './support/pages.js';
import { keepScreenshot } from './support/screenshots.js';
import { seriousFindings } from './support/axe.js';

const REFERENCES = [
  ['/docs', 'Integration API', 'Users'],
  ['/docs/admin', 'Administration API', 'Administration'],
] as const;

/** Playwright takes the level of an h1 from its name, also where it has another one. */
const FIRST_LEVEL = 'h1:not([aria-level="2"])';

const pages = Pages.ofFile();

describe.each(['light', 'dark'] as const)('the reference in the %s', (colorScheme) => {
  it.each(REFERENCES)(
    'at %s shows the calls of its own document, without calls elsewhere',
    async (path, title, tag) => {
      const { page } = await pages.visit({ colorScheme });
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(pages.service.baseUrl)) elsewhere.push(request.url());
      });
      await page.goto(pages.service.baseUrl + path);
      await page.locator('#api-title', { hasText: title }).waitFor();
      const menu = page.getByRole('navigation', { name: 'Menu' }).first();
      await menu.locator('.nav-bar-tag', { hasText: tag }).first().click();
      await menu.locator('.nav-bar-path').first().waitFor();
      expect(elsewhere).toEqual([]);
      expect(await page.title()).toBe(title);
      expect(await seriousFindings(page)).toEqual([]);
      await keepScreenshot(page, `reference-${tag}-${colorScheme}`, { fullPage: false });
    },
  );
});

describe('the reference', () => {
  it.each(REFERENCES)('at %s has one main content and one title of the first level', async (path, title) => {
    const { page } = await pages.visit();
    await page.goto(pages.service.baseUrl + path);
    await page.locator('#api-title', { hasText: title }).waitFor();
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.locator(FIRST_LEVEL).allTextContents()).toEqual([title]);
    const menu = page.getByRole('navigation', { name: 'Menu' }).first();
    await menu.locator('.nav-bar-tag').first().click();
    await menu.locator('.nav-bar-path').first().click();
    await page.locator('h1[aria-level="2"]').first().waitFor();
    expect(await page.locator(FIRST_LEVEL).allTextContents()).toEqual([title]);
  });

  it.each([
    ['Download OpenAPI', 'integration-api.openapi.json'],
    ['Download for Postman', 'integration-api.postman_collection.json'],
  ])('has a link %s', async (name, fileName) => {
    const { page } = await pages.visit();
    await page.goto(`${pages.service.baseUrl}/docs`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('banner').getByRole('link', { name }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(fileName);
  });
});

describe('an error code', () => {
  it('has a page at the address that an answer links', async () => {
    const { page } = await pages.visit();
    const { headers } = await fetch(`${pages.service.baseUrl}/api/v1/integration/users`);
    const [, address = ''] = /^<([^>]+)>; rel="help"$/.exec(headers.get('Link') ?? '') ?? [];
    await page.goto(pages.service.baseUrl + address);
    expect(await page.locator('main h1').allTextContents()).toEqual(['MISSING_CREDENTIALS']);
  });

  it('is linked by the guide to errors', async () => {
    const { page } = await pages.visit();
    await page.goto(`${pages.service.baseUrl}/docs`);
    await page.locator('a[slot="nav-section"]', { hasText: 'Errors' }).click();
    await page.getByRole('link', { name: 'RATE_LIMITED', exact: true }).click();
    await page.locator('h1', { hasText: 'RATE_LIMITED' }).waitFor();
  });

  it.each([
    ['light', 1440, 'RATE_LIMITED'],
    ['dark', 390, 'IDENTITY_CONFLICT'],
    ['dark', 1440, ''],
    ['light', 390, ''],
  ] as const)(
    'has a page without a finding of axe, in the %s, %i px wide: %s',
    async (colorScheme, width, code) => {
      const { page } = await pages.visit({ colorScheme, viewport: { width, height: 800 } });
      await page.goto(`${pages.service.baseUrl}/docs/errors/${code}`);
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth')).toBe(
        true,
      );
    },
  );
});

describe('a call in the reference', () => {
  it('shows what it does and a button that tries it', async () => {
    const { page } = await pages.visit();
    await page.goto(`${pages.service.baseUrl}/docs`);
    const menu = page.getByRole('navigation', { name: 'Menu' }).first();
    await menu.locator('.nav-bar-tag', { hasText: 'Operations' }).click();
    await menu.locator('.nav-bar-path', { hasText: 'Check credentials and connection' }).click();
    await page.getByText('Names the tenant that the credentials belong to').first().waitFor();
    await page
      .getByRole('button', { name: /execute|try/i })
      .first()
      .waitFor();
    await keepScreenshot(page, 'reference-call', { fullPage: false });
    expect(await seriousFindings(page)).toEqual([]);
  });
});
