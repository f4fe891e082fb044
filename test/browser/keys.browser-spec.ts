import type { Locator } from 'playwright-core';

import type { ApiClient } from '../support/api-client.js';
import { clientsAt, type TestTenant } from '../support/service.js';
import { until } from '../support/until.js';
import { seriousFindings } from './support/axe.js';
import { Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

interface Key {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** A revocation may take this long to have an effect (contract, section 7). */
const REVOKED_WITHIN_MS = 5_000;

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await pages.service.tenant();
  ({ visit } = await pages.administrator(tenant));
  await visit.open('/keys', 'Integration API Keys');
});

function button(name: string, within: Locator | Visit['page'] = visit.page): Locator {
  return within.getByRole('button', { name, exact: true });
}

/** Returns the key that the open dialog shows, and closes it. */
async function takeKey(): Promise<Key> {
  const dialog = visit.page.getByRole('dialog', { name: 'is ready' });
  const shown = (label: string): Promise<string> =>
    dialog.getByRole('region', { name: label, exact: true }).innerText();
  const key = { apiKey: await shown('Key'), apiSecret: await shown('Secret') };
  expect(await shown('Try it in a terminal')).toContain(key.apiSecret);
  await button('I have stored the secret', dialog).click();
  await dialog.waitFor({ state: 'hidden' });
  return key;
}

async function createKey(label: string, scope = 'Integration'): Promise<Key> {
  await button('Create a key').click();
  const dialog = visit.page.getByRole('dialog', { name: 'Create a key' });
  await dialog.getByLabel(/^Label/).fill(label);
  await dialog.getByRole('checkbox', { name: new RegExp(`^${scope} `) }).check();
  await button('Create the key', dialog).click();
  return takeKey();
}

function rowOf({ apiKey }: Key): Locator {
  return visit.page.getByRole('row').filter({ hasText: apiKey });
}

const callerWith = (key: Key): ApiClient => clientsAt(pages.service.baseUrl, key).sis;

async function statusWith(key: Key): Promise<number> {
  const { status, body } = await callerWith(key).get('');
  if (status === 200) expect(body).toMatchObject({ tenantId: tenant.tenantId });
  return status;
}

describe('a key that is handed over', () => {
  it('shows its secret to the first who presses the button, and its page says from where', async () => {
    const { page } = visit;
    await button('Create a key').click();
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    await dialog.getByLabel(/^Label/).fill('CRM');
    await dialog.getByRole('checkbox', { name: /^Integration / }).check();
    await button('Create the key', dialog).click();
    await button('Hand over by link').click();
    await button('Make the link').click();
    const link = await page.getByRole('region', { name: 'Link', exact: true }).innerText();
    await button('I have copied the link').click();
    const address = `/${link.split('#/')[1] ?? ''}`;

    // A preview opens the page and presses nothing.
    const preview = await pages.visit();
    await preview.open(address, 'API key “CRM”');
    const receiver = await pages.visit();
    await receiver.open(address, 'API key “CRM”');
    expect(await seriousFindings(receiver.page)).toEqual([]);
    await button('Show the secret now', receiver.page).click();
    const shown = (label: string): Promise<string> =>
      receiver.page.getByRole('region', { name: label, exact: true }).innerText();
    const key = { apiKey: await shown('Key'), apiSecret: await shown('Secret') };
    expect(await statusWith(key)).toBe(200);
    await preview.page.reload();
    const used = preview.page.getByText('This link was opened at');
    await used.waitFor();
    expect(await used.innerText()).not.toMatch(/\dT\d/);

    await page.getByRole('link', { name: 'CRM', exact: true }).click();
    await page.getByText(/was opened on .* from 127\.0\.0\.1/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe('the scopes of a key', () => {
  it('are chosen by the administrator alone, and are in the list at every width', async () => {
    const { page } = visit;
    await button('Create a key').click();
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await dialog.getByLabel(/^Label/).fill('CRM');
    await button('Create the key', dialog).click();
    await dialog.getByText('Must name at least one scope').first().waitFor();
    await dialog.getByRole('checkbox', { name: /^Workflow / }).check();
    await button('Create the key', dialog).click();
    await takeKey();
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole('row').filter({ hasText: 'CRM' }).getByText('Workflow').waitFor();
      const revoke = await button('Revoke CRM').boundingBox();
      expect((revoke?.x ?? width) + (revoke?.width ?? width)).toBeLessThanOrEqual(width);
    }
  });
});

describe('the page of a key', () => {
  it('says when and from where the old one was used last', async () => {
    const old = await createKey('SIS nightly');
    await statusWith(old);
    await visit.page.reload();
    await visit.page.getByRole('link', { name: 'SIS nightly', exact: true }).click();
    await button('Rotate').click();
    await button('Rotate the key').click();
    await takeKey();
    await pages.service.settle(tenant);
    await visit.page.getByRole('link', { name: 'a newer one' }).click();
    await visit.page.getByText(/It was used less than a minute ago from 127\.0\.0\.1/).waitFor();
  });
});

describe('a key', () => {
  it('that is made here opens the API, and its secret is never shown again', async () => {
    const key = await createKey('SIS nightly');
    expect(await statusWith(key)).toBe(200);
    await rowOf(key).getByText('SIS nightly').waitFor();
    expect(await visit.page.content()).not.toContain(key.apiSecret);
  });

  it.each([
    // 404 shows that the key is accepted: there is no such person.
    ['Users', [404, 403, 403]],
    ['Progress', [403, 200, 403]],
    ['Sync', [403, 403, 200]],
  ])('for %s alone opens those calls and no others', async (scope, expected) => {
    const key = await createKey('Connector', scope);
    const statuses: number[] = [];
    for (const path of ['/users/S-1', '/progress', '/sync/queue'])
      statuses.push((await callerWith(key).get(path)).status);
    expect(statuses).toEqual(expected);
  });

  it('that is rotated works on beside the new one; revoked, it is refused within 5 seconds', async () => {
    const old = await createKey('SIS nightly');
    await button('Rotate SIS nightly', rowOf(old)).click();
    await button('Rotate the key').click();
    const successor = await takeKey();
    expect({ old: await statusWith(old), successor: await statusWith(successor) }).toEqual({
      old: 200,
      successor: 200,
    });

    await button('Revoke SIS nightly', rowOf(old)).click();
    await button('Revoke the key').click();
    await rowOf(old).getByText('Revoked', { exact: true }).waitFor();
    await until('the API refuses the key', async () => (await statusWith(old)) === 401, {
      within: REVOKED_WITHIN_MS,
    });
    expect(await statusWith(successor)).toBe(200);
  });
});
