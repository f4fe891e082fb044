import { Pages } from './support/pages.js';
import { keepScreenshot } from './support/screenshots.js';
import { seriousFindings } from './support/axe.js';

const REFERENCES = [
  ['/docs', 'Integration API', 'Users'],
  ['/docs/admin', 'Administration API', 'Administration'],
] as const;

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
