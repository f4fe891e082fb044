import { ConflictsRepository } from '../../src/identity/conflicts/conflicts.repository.js';
import { aTenantThat, successorOf } from '../factories/conflicts.js';
import { person } from '../factories/person.js';
import type { Row } from '../support/answers.js';
import type { TestTenant } from '../support/service.js';
import { clickerOf } from './support/clicker.js';
import { Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const TITLE = 'Conflicts';
const QUESTION = 'The number or address may have been given to another person';

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;
let former: Row;

beforeEach(async () => {
  tenant = await aTenantThat(pages.service, { possibleReassignment: 'hold' });
  ({ visit } = await pages.administrator(tenant));
  former = person();
  await tenant.sis.post('/users', former);
  await tenant.sis.post('/users', successorOf(former));
});

async function openConflict(): Promise<void> {
  await visit.open('/conflicts', TITLE);
  await visit.page.getByRole('link', { name: QUESTION }).click();
  await visit.settled(QUESTION);
}

async function decide(answer: string): Promise<void> {
  const { page } = visit;
  await page.getByRole('button', { name: answer, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
}

describe('a conflict', () => {
  it('is counted in the menu, and shown side by side with what each decision does', async () => {
    await openConflict();
    const { page } = visit;
    const row = page.getByRole('row').filter({ hasText: 'First name' });
    await row.getByText('Bartholomew').waitFor();
    await row.getByText('differs').waitFor();
    await page.getByText('A new user is made of what was sent.').waitFor();
    await page.getByRole('link', { name: /^Conflicts 1/ }).waitFor();
  });

  it('is decided in 4 clicks from the overview, says what that changed, and the decision is taken back', async () => {
    await visit.open('/', 'Overview');
    const { page } = visit;
    const mouse = clickerOf(() => visit);
    await mouse.click('link', /^Conflicts 1/);
    await visit.settled(TITLE);
    await mouse.click('link', QUESTION);
    await visit.settled(QUESTION);
    await mouse.click('button', 'Another person');
    await page.getByRole('dialog').waitFor();
    await mouse.click('button', 'Another person');
    await page.getByText('Decided: Another person.').waitFor();
    expect(mouse.count).toBe(4);
    await page.getByText('This user was made by the decision.').waitFor();
    await page.getByRole('button', { name: 'Take back', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back', exact: true }).click();
    await page.getByText('The decision was taken back.').waitFor();
  });

  it('does not offer what an active owner would lose by, and says whom that is about', async () => {
    const [owner, other] = [person({ firstName: 'Ola', lastName: 'Basalt' }), person()];
    await tenant.sis.post('/users', owner);
    await tenant.sis.post('/users', other);
    await tenant.sis.post('/users', { ...other, email: owner['email'] });
    await visit.open('/conflicts', TITLE);
    const { page } = visit;
    const taken = 'The address belongs to another person';
    await page.getByRole('link', { name: taken }).click();
    await visit.settled(taken);
    expect(await page.getByRole('button', { name: 'Another person', exact: true }).isDisabled()).toBe(true);
    await page.getByText(/Not possible now: Ola Basalt is active/).waitFor();
  });

  it('that was decided meanwhile shows the first decision', async () => {
    await openConflict();
    const { api } = await pages.administrators.open(tenant);
    const { body } = await api.get('/conflicts');
    const [conflict] = body.data as unknown as Row[];
    await api.post(`/conflicts/${String(conflict?.['id'])}/decide`, { decision: 'ignore' });
    await decide('The same person');
    await visit.page.getByText('had decided before you: Ignore').waitFor();
  });

  it('whose row is forgotten says in the list and on its page that it can only be ignored', async () => {
    const repository = pages.service.app.get(ConflictsRepository);
    expect(await repository.forgetOlder(tenant.tenantId, new Date(Date.now() + 60_000), 10)).toBe(1);
    await visit.open('/conflicts', TITLE);
    const { page } = visit;
    await page.getByText('What was sent is forgotten: it can only be ignored.').waitFor();
    await page.getByRole('link', { name: QUESTION }).click();
    await visit.settled(QUESTION);
    await page.getByRole('note').filter({ hasText: 'It can only be ignored.' }).waitFor();
    const answers = page.getByRole('list', { name: 'Decisions' }).getByRole('button');
    expect(await answers.allInnerTexts()).toEqual(['Ignore']);
    await decide('Ignore');
    await page.getByText('Decided: Ignore.').waitFor();
  });

  it('whose people have changed is not decided, and says what has changed', async () => {
    await openConflict();
    await tenant.sis.post('/users', { ...former, degree: 'PhD', firstName: 'Annabel' });
    await decide('The same person');
    await visit.page.getByText('Nothing was decided. Changed meanwhile').waitFor();
    await visit.page.getByText('First name of').waitFor();
  });
});
