import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { seriousFindings } from './support/axe.js';
import { NARROW, Pages, WIDE } from './support/pages.js';
import type { Visit } from './support/visit.js';

const SCREENSHOTS = join(import.meta.dirname, 'screenshots');

let pages: Pages;
let light: Visit;
let dark: Visit;

beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  pages = await Pages.start();
  await pages.demo();
  light = await pages.visitAs('admin@demo.example.edu', { colorScheme: 'light' });
  dark = await pages.visitAs('admin@demo.example.edu', { colorScheme: 'dark' });
});

afterAll(() => pages.stop());

/** Every page that an administrator sees, with what stands behind the # of its address. */
const PAGES: readonly (readonly [string, string, string])[] = [
  ['overview', '/', 'Overview'],
  ['keys', '/keys', 'Integration API Keys'],
  ['users', '/users', 'Users'],
  ['user', '/users/950000010/show', 'Соловейко'],
  ['faculty', '/users/951000006/show', 'Beauvallon'],
  ['progress', '/progress', 'Progress'],
  ['student', '/progress/950000010/show', 'Соловейко'],
  ['queue', '/queue', 'Sync queue'],
  ['queue-item', '/queue/deg-2405/show', 'deg-2405'],
  ['discrepancies', '/discrepancies', 'Discrepancies'],
  ['mappings', '/mappings', 'Mappings'],
  ['mapping', '/mappings/degree_change/show', 'degree_change'],
  ['administrators', '/administrators', 'Administrators'],
  ['settings', '/settings', 'Settings'],
  ['audit', '/audit', 'Audit log'],
  ['requests', '/requests', 'Request log'],
];

async function overflow({ page }: Visit): Promise<number> {
  return page.evaluate<number>('document.scrollingElement.scrollWidth - innerWidth');
}

describe.each(PAGES)('the page %s', (name, route, heading) => {
  it.each([
    ['light', () => light],
    ['dark', () => dark],
  ])('has no serious finding of axe, no complaint of the browser, no overflow in %s', async (theme, of) => {
    const visit = of();
    visit.problems.length = 0;
    const found: string[] = [];
    for (const [width, size] of [
      ['1280', WIDE],
      ['390', NARROW],
    ] as const) {
      await visit.page.setViewportSize(size);
      await visit.open(route, heading);
      await visit.page.screenshot({
        path: join(SCREENSHOTS, `${name}-${width}-${theme}.png`),
        fullPage: true,
      });
      found.push(...(await seriousFindings(visit.page)));
      const beyond = await overflow(visit);
      if (beyond > 0) found.push(`${width}: ${beyond} px beyond the right edge`);
    }
    expect([...new Set([...found, ...visit.problems])]).toEqual([]);
  });
});
