import {
  cutOffBySpacing,
  ENLARGED_FOURFOLD,
  faultsOfTree,
  findingsOfCriteria,
  namedOtherwise,
} from './support/accessibility-walk.js';
import { EVERY_PAGE, EveryPage } from './support/every-page.js';
import { overflowsOf } from './support/overflows.js';
import { WIDE } from './support/pages.js';

let world: EveryPage;

beforeAll(async () => {
  world = await EveryPage.start();
});

afterAll(() => world.pages.stop());

describe.each(EVERY_PAGE)('the page $name', (one) => {
  it('has names, headings and landmarks in the accessibility tree, and no finding for WCAG 2.2 A and AA', async () => {
    const { page } = await world.open(one, 'light', WIDE);
    const found = [...(await faultsOfTree(page)), ...(await namedOtherwise(page))];
    expect([...found, ...(await findingsOfCriteria(page))]).toEqual([]);
  });

  it('is read in one column at 400 %, and keeps its texts with the spacing of a user', async () => {
    const visit = await world.open(one, 'light', ENLARGED_FOURFOLD);
    const found = await overflowsOf(visit.page);
    await visit.page.setViewportSize(WIDE);
    await visit.settled(one.heading);
    found.push(...(await cutOffBySpacing(visit.page)));
    // A wide table scrolls in itself; the page does not.
    found.push(...(await overflowsOf(visit.page)).filter((text) => text.startsWith('the page')));
    // The style stays in the document, which the next page shares.
    await visit.page.reload();
    expect(found).toEqual([]);
  });
});
