import { inRun } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { storedId } from '../factories/stored-people.js';
import { readFeed } from '../support/feed-reader.js';
import type { TestTenant } from '../support/service.js';
import { seriousFindings } from './support/axe.js';
import { overflowsOf } from './support/overflows.js';
import { NARROW, Pages, WIDE } from './support/pages.js';
import type { Visit } from './support/visit.js';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
});

/** Opens a page, and waits until it has asked for events. */
async function openWatched(route: string, heading: string): Promise<void> {
  await Promise.all([
    visit.page.waitForResponse((response) => response.url().includes('/admin/events?')),
    visit.open(route, heading),
  ]);
}

const since = () => visit.page.getByRole('region', { name: 'Since you opened this page' });

describe('the page of a person', () => {
  it('shows what happens to them while it is open, and what that has changed', async () => {
    const input = person({ firstName: 'Mei', lastName: 'Quartz', degree: 'MA' });
    const id = await storedId(tenant, input);
    await openWatched(`/users/${id}/show`, 'Mei Quartz');
    expect(await since().count()).toBe(0);
    await inRun(pages.service, tenant, 'night-7').post('/users', { ...input, degree: 'Doctorate' });
    await storedId(tenant, person());
    await since().getByText('User changed: Degree').waitFor();
    expect(await since().getByRole('link', { name: 'night-7' }).count()).toBeGreaterThan(0);
    await visit.page.getByText('Doctorate', { exact: true }).waitFor();
    await since().getByText('Progress changed: Student').waitFor();
    expect(await since().getByRole('listitem').count()).toBe(2);
    expect(await seriousFindings(visit.page)).toEqual([]);
  });
});

describe('the page of a run', () => {
  it('shows the people whom it changes while it is open, and how many', async () => {
    const upload = inRun(pages.service, tenant, 'night-8');
    await upload.post('/users', person({ accountType: 'Staff' }));
    await openWatched('/runs/night-8/show', 'night-8');
    const rows = Array.from({ length: 25 }, () => person({ accountType: 'Staff' }));
    await upload.bulk('/users/bulk', rows);
    await since().getByText('and 5 earlier events').waitFor();
    expect(await since().getByText('User created').count()).toBe(20);
    expect(await seriousFindings(visit.page)).toEqual([]);
  });
});

describe('readers', () => {
  it('are listed with how far they are behind', async () => {
    await visit.open('/readers', 'Readers');
    await visit.page.getByText('No program follows what changes').waitFor();
    await readFeed(tenant.sis);
    await storedId(tenant, person());
    await pages.service.settle(tenant);
    for (const size of [WIDE, NARROW]) {
      await visit.page.setViewportSize(size);
      await visit.page.reload();
      await visit.settled('Readers');
      await visit.page.getByText('Not read since').waitFor();
      await visit.page.getByText('Reads', { exact: true }).waitFor();
      expect(await overflowsOf(visit.page)).toEqual([]);
      expect(await seriousFindings(visit.page)).toEqual([]);
    }
    await readFeed(tenant.sis);
    await pages.service.settle(tenant);
    await visit.page.reload();
    await visit.page.getByText('Has everything').waitFor();
  });
});
