import { EVERY_PAGE, EveryPage } from './support/every-page.js';
import { WIDE } from './support/pages.js';
import { faultsOfTabStops } from './support/tab-stops.js';

let world: EveryPage;

beforeAll(async () => {
  world = await EveryPage.start();
});

afterAll(() => world.pages.stop());

describe.each(EVERY_PAGE)('the page $name', (one) => {
  it('is walked by Tab: each stop is in view and shows the focus, and nothing is left out', async () => {
    const { page } = await world.open(one, 'light', WIDE);
    expect(await faultsOfTabStops(page)).toEqual([]);
  });
});
