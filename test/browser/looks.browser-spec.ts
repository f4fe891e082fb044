import { seriousFindings } from './support/axe.js';
import { EVERY_PAGE, EveryPage } from './support/every-page.js';
import { overflowsOf } from './support/overflows.js';
import { ENLARGED, MEDIUM, NARROW, WIDE } from './support/pages.js';
import { keepScreenshot } from './support/screenshots.js';
import { touchingFields } from './support/touching-fields.js';

let world: EveryPage;

beforeAll(async () => {
  world = await EveryPage.start();
});

afterAll(() => world.pages.stop());

describe.each(EVERY_PAGE)('the page $name', (one) => {
  it.each(['light', 'dark'] as const)(
    'has no serious finding of axe, no complaint of the browser and fits, in %s',
    async (theme) => {
      // At one width a page is opened and read by axe; it reaches the other widths by a change of the size.
      const [opened, other] = theme === 'light' ? [WIDE, NARROW] : [NARROW, WIDE];
      const visit = await world.open(one, theme, opened);
      const found = await seriousFindings(visit.page);
      // Where the menu leaves the least room beside it, and a window that is enlarged to 200 %.
      const between = theme === 'light' ? [MEDIUM, ENLARGED] : [];
      for (const size of [opened, ...between, other]) {
        await visit.page.setViewportSize(size);
        await visit.settled(one.heading);
        await keepScreenshot(visit.page, `${one.name}-${size.width}-${theme}`);
        found.push(...(await overflowsOf(visit.page)), ...(await touchingFields(visit.page)));
      }
      expect([...new Set([...found, ...visit.problems])]).toEqual([]);
    },
  );
});
