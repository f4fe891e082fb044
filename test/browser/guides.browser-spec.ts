import type { Page } from 'playwright-core';

import { seriousFindings } from './support/axe.js';
import { Pages } from './support/pages.js';
import { keepScreenshot } from './support/screenshots.js';

const LOOKS = [1440, 640].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => [width, scheme] as const),
);

const pages = Pages.ofFile();

async function openGuide(page: Page, title: string): Promise<void> {
  await page.goto(`${pages.service.baseUrl}/docs`);
  await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
}

describe('the guides of the reference', () => {
  it.each(LOOKS)('are read at %s pixels in the %s', async (width, colorScheme) => {
    const { page } = await pages.visit({ colorScheme, viewport: { width, height: 900 } });
    await openGuide(page, 'Connectors');
    await keepScreenshot(page, `guide-${width}-${colorScheme}`, { fullPage: false });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('have a place in the navigation and an address of their own', async () => {
    const { page } = await pages.visit();
    await openGuide(page, 'Quick start');
    await page.locator('a[slot="nav-section"]', { hasText: 'Errors' }).click();
    await page.getByRole('heading', { level: 2, name: 'Errors' }).waitFor();
    await page.getByRole('article').getByRole('link', { name: 'Retries' }).click();
    await page.getByRole('heading', { level: 2, name: 'Retries' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'Retries' }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Retries']);
  });

  it('show every sample in the language that was chosen once, and copy it', async () => {
    const { page } = await pages.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
    await openGuide(page, 'Quick start');
    await page.getByRole('button', { name: 'Python' }).first().click();
    await openGuide(page, 'Errors');
    const shown = page.getByRole('article').locator('[data-code="python"]');
    expect(await shown.allInnerTexts()).toEqual([expect.stringContaining('import os, requests')]);
    await page.getByRole('article').getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied.trim()).toBe((await shown.innerText()).trim());
  });
});
