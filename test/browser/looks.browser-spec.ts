import { seriousFindings } from './support/axe.js';
import { DemoPages, EVERY_PAGE, type Who } from './support/every-page.js';
import { overflowsOf } from './support/overflows.js';
import { MEDIUM, NARROW, Pages, WIDE } from './support/pages.js';
import { touchingFields } from './support/touching-fields.js';
import { keepScreenshot } from './support/screenshots.js';
import type { Visit } from './support/visit.js';

type Theme = 'light' | 'dark';

let pages: Pages;
let demo: DemoPages;
const visits = new Map<string, Visit>();

beforeAll(async () => {
  pages = await Pages.start();
  demo = await DemoPages.prepare(pages);
});

afterAll(() => pages.stop());

async function visitOf(who: Who, colorScheme: Theme): Promise<Visit> {
  const known = visits.get(`${who} ${colorScheme}`);
  if (known !== undefined) return known;
  const email = demo.emailOf(who);
  const visit = await (email === undefined
    ? pages.visit({ colorScheme })
    : pages.visitAs(email, { colorScheme }));
  visits.set(`${who} ${colorScheme}`, visit);
  return visit;
}

describe.each(EVERY_PAGE)('the page $name', ({ name, route, heading, who }) => {
  it.each<Theme>(['light', 'dark'])(
    'has no serious finding of axe, no complaint of the browser and fits, in %s',
    async (theme) => {
      const visit = await visitOf(who, theme);
      visit.problems.length = 0;
      const found: string[] = [];
      // At one width a page is opened and read by axe; it reaches the other width by a change of the size.
      const [opened, other] = theme === 'light' ? [WIDE, NARROW] : [NARROW, WIDE];
      await visit.page.setViewportSize(opened);
      await visit.open(await demo.routeOf({ route }), heading);
      found.push(...(await seriousFindings(visit.page)));
      // Where the menu leaves the least room beside it.
      const between = theme === 'light' ? [MEDIUM] : [];
      for (const size of [opened, ...between, other]) {
        await visit.page.setViewportSize(size);
        await visit.settled(heading);
        await keepScreenshot(visit.page, `${name}-${size.width}-${theme}`);
        found.push(...(await overflowsOf(visit.page)), ...(await touchingFields(visit.page)));
      }
      expect([...new Set([...found, ...visit.problems])]).toEqual([]);
    },
  );
});
