import type { Page } from 'playwright-core';

import { until } from '../support/until.js';
import { EVERY_PAGE, EveryPage, type Who } from './support/every-page.js';
import { MEDIUM, NARROW } from './support/pages.js';
import { AnsweredValues, speakPseudo, textsOf, untranslatedOf } from './support/pseudo-language.js';
import type { Visit } from './support/visit.js';

const WIDEST = { width: 1440, height: 900 };
/** Menus and lists of a page that are opened. */
const MOST_MENUS = 3;
/** The page draws itself for a new size of the window some frames later. */
const LIMIT_MS = 3_000;

let world: EveryPage;

interface Reader {
  readonly visit: Visit;
  readonly answered: AnsweredValues;
}

const readers = new Map<Who, Reader>();

beforeAll(async () => {
  world = await EveryPage.start();
});

afterAll(() => world.pages.stop());

async function readerOf(who: Who): Promise<Reader> {
  const known = readers.get(who);
  if (known !== undefined) return known;
  const visit = await world.visit(who, { locale: 'es', viewport: WIDEST });
  const reader = { visit, answered: new AnsweredValues(visit.page) };
  await speakPseudo(visit.page);
  readers.set(who, reader);
  return reader;
}

/** A table that is too wide scrolls by itself. */
function fits(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.scrollingElement.scrollWidth <= innerWidth');
}

/** Opens the first menus and lists of choices, and reads each. */
async function textsOfMenus(page: Page): Promise<string[]> {
  const found: string[] = [];
  const openers = page.locator('main [aria-haspopup="menu"]:visible, main [aria-haspopup="listbox"]:visible');
  for (const opener of (await openers.all()).slice(0, MOST_MENUS)) {
    await opener.click();
    await page.locator('[role="menu"]:visible, [role="listbox"]:visible').first().waitFor();
    found.push(...(await textsOf(page)));
    await page.keyboard.press('Escape');
    await page
      .locator('[role="menu"]:visible, [role="listbox"]:visible')
      .first()
      .waitFor({ state: 'hidden' });
  }
  return found;
}

describe.each(EVERY_PAGE)('the page $name', (one) => {
  it('has no text that is not translated, and fits with longer ones', async () => {
    const { visit, answered } = await readerOf(one.who);
    const { page } = visit;
    await page.goto('about:blank');
    await page.setViewportSize(WIDEST);
    await visit.open(await world.routeOf(one), '');
    const texts = new Set([...(await textsOf(page)), ...(await textsOfMenus(page))]);
    const tooWide: number[] = [];
    for (const size of [WIDEST, MEDIUM, NARROW]) {
      await page.setViewportSize(size);
      await until('the page fits', () => fits(page), { within: LIMIT_MS }).catch(() => {
        tooWide.push(size.width);
      });
      for (const text of await textsOf(page)) texts.add(text);
    }
    expect({ untranslated: await untranslatedOf(texts, answered), tooWide }).toEqual({
      untranslated: [],
      tooWide: [],
    });
  });
});
