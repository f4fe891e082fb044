import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { changeAsAdministrator } from '../factories/claims.js';
import { aTenantThat, successorOf } from '../factories/conflicts.js';
import { activePeople, inactive, inRun, setLimits } from '../factories/deprovisioning-limits.js';
import { person } from '../factories/person.js';
import { aBlockedSubmission, approvedSubmissions } from '../factories/submissions.js';
import { newEmail } from '../support/administrators.js';
import type { TestTenant } from '../support/service.js';
import { faultsOfState } from './support/accessibility-walk.js';
import { cutOff, formOf, isInView, refuse, seenFailure } from './support/failing.js';
import { openOfEachKind } from './support/open-alerts.js';
import { ENLARGED, NARROW, Pages } from './support/pages.js';
import type { Visit } from './support/visit.js';

const SOURCES = join(import.meta.dirname, '../../pages/src');
const FILE =
  'externalId,firstName,lastName,email,accountType\nM-1,Ann,Lee,ann.lee@test.example.edu,Student\n';
/** A message stands this close above its button. */
const CLOSE = 60;

const pages = Pages.ofFile();
let tenant: TestTenant;
let visit: Visit;

beforeEach(async () => {
  tenant = await aTenantThat(pages.service, { possibleReassignment: 'hold' });
  ({ visit } = await pages.administrator(tenant));
});

interface FormOfPages {
  readonly name: string;
  /** Where its fields are put together. */
  readonly file: string;
  /** Opens it, and fills in what its button waits for. */
  readonly open: (page: Page) => Promise<void>;
  readonly button: string;
  readonly call: string;
  /** The path that the API names. */
  readonly field: string;
  /** The field that shows it, where that has another name. */
  readonly shownBy?: string;
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
}

async function newPerson(): Promise<string> {
  const { body } = await tenant.sis.post('/users', person({ lastName: 'Quartz' }));
  return String(body.data['id']);
}

async function aTarget(): Promise<void> {
  await changeAsAdministrator(pages.service, tenant, { syncTargets: [{ name: 'CRM' }] });
}

async function chooseFile(page: Page): Promise<void> {
  await visit.open('/files', 'Files');
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };
  await page.getByLabel('File of people').setInputFiles(file);
  await page.getByRole('region', { name: 'Columns of the file' }).waitFor();
}

/** The page of a key that was never used, so that it may be handed over. */
async function openKey(): Promise<void> {
  const { apiKey } = await pages.service.anotherCaller(tenant);
  await visit.open(`/keys/${apiKey}/show`, '');
  await visit.page.getByRole('button', { name: 'Hand over by link' }).waitFor();
}

/** Every form with fields. A new form needs an entry here. */
const FORMS: readonly FormOfPages[] = [
  {
    name: 'the settings',
    file: 'settings/settings-editor.tsx',
    open: async (page) => {
      await visit.open('/settings/university', 'Settings');
      await page.getByLabel('Requests per minute').fill('0');
    },
    button: 'Save the settings',
    call: 'PATCH settings',
    field: 'rateLimit',
  },
  {
    name: 'the settings, in a row of a list',
    file: 'settings/settings-editor.tsx',
    open: async (page) => {
      await visit.open('/settings/pauses', 'Settings');
      await press(page, 'Add a pause');
    },
    button: 'Save the settings',
    call: 'PATCH settings',
    field: 'deprovisioningPauses[0]',
    shownBy: 'deprovisioningPauses.0.from',
  },
  {
    name: 'the settings, in a group of boxes',
    file: 'settings/settings-editor.tsx',
    open: async (page) => {
      await visit.open('/settings/committees', 'Settings');
      await page.getByRole('checkbox', { name: 'Chair' }).uncheck();
    },
    button: 'Save the settings',
    call: 'PATCH settings',
    field: 'requiredCommitteeRoles',
  },
  {
    name: 'the recipients of alerts',
    file: 'alerts/settings-editor.tsx',
    open: async (page) => {
      await visit.open('/alert-settings', 'Who is alerted');
      await page.getByLabel('Recipients', { exact: true }).fill('ida@example.edu');
    },
    button: 'Save the alerts',
    call: 'PUT alerts/settings',
    field: 'kinds[2].recipients[1]',
    shownBy: 'kinds.2.recipients',
  },
  {
    name: 'another webhook of alerts',
    file: 'alerts/add-webhook.tsx',
    open: async (page) => {
      await visit.open('/alert-settings', 'Who is alerted');
      await press(page, 'Add a webhook');
      await page.getByLabel('Name', { exact: true }).fill('#it');
    },
    button: 'Add the webhook',
    call: 'POST alerts/webhooks',
    field: 'url',
  },
  {
    name: 'the milestones',
    file: 'templates/template-editor.tsx',
    open: async (page) => {
      await visit.open('/milestones', 'Milestones');
      await page.getByLabel('Code of milestone 1', { exact: true }).fill('x');
    },
    button: 'Save the milestones',
    call: 'PUT templates/_all',
    field: 'milestones[1].code',
    shownBy: 'milestones.1.code',
  },
  {
    name: 'a mapping',
    file: 'mappings/links-form.tsx',
    open: async (page) => {
      await visit.open('/mappings/program_transfer', 'Mapping of program_transfer');
      await page.getByLabel('Form field 1').fill('grado');
    },
    button: 'Save',
    call: 'PUT mappings/program_transfer',
    field: 'links[2]',
    shownBy: 'links.2.formField',
  },
  {
    name: 'a new key',
    file: 'keys/create-key-dialog.tsx',
    open: async (page) => {
      await visit.open('/keys', 'Integration API Keys');
      await press(page, 'Create a key');
    },
    button: 'Create the key',
    call: 'POST keys',
    field: 'expiresAt',
  },
  {
    name: 'the rotation of a key',
    file: 'keys/rotate-dialog.tsx',
    open: async (page) => {
      await openKey();
      await press(page, 'Rotate');
    },
    button: 'Rotate the key',
    call: 'POST keys/',
    field: 'overlapHours',
  },
  {
    name: 'the hand-over of a key',
    file: 'keys/handover-dialog.tsx',
    open: async (page) => {
      await openKey();
      await press(page, 'Hand over by link');
    },
    button: 'Make the link',
    call: 'POST keys/',
    field: 'hours',
  },
  {
    name: 'a new connection',
    file: 'connections/create-dialog.tsx',
    open: async (page) => {
      await visit.open('/connections', 'Identity providers');
      await press(page, 'Connect a provider');
    },
    button: 'Create the connection',
    call: 'POST connections',
    field: 'label',
  },
  {
    name: 'an invitation of a colleague',
    file: 'administrators/invite-dialog.tsx',
    open: async (page) => {
      await visit.open('/administrators', 'Administrators');
      await press(page, 'Invite a colleague');
      await page.getByLabel('Role').selectOption('auditor');
    },
    button: 'Create the invitation',
    call: 'POST invitations',
    field: 'firstName',
  },
  {
    name: 'the role of a colleague',
    file: 'administrators/role-dialog.tsx',
    open: async (page) => {
      await pages.administrators.make(tenant, { firstName: 'Ola', lastName: 'Holm' });
      await visit.open('/administrators', 'Administrators');
      await page.getByRole('button', { name: /Ola Holm/ }).click();
      await page.getByRole('menuitem', { name: 'Change the role' }).click();
    },
    button: 'Change the role',
    call: 'PUT administrators/',
    field: 'role',
  },
  {
    name: 'the own password',
    file: 'account/password-section.tsx',
    open: () => visit.open('/account', 'Your account'),
    button: 'Change the password',
    call: 'PUT account/password',
    field: 'currentPassword',
  },
  {
    name: 'a new authenticator app',
    file: 'account/add-app-dialog.tsx',
    open: async (page) => {
      await visit.open('/account', 'Your account');
      await press(page, 'Add an authenticator app');
    },
    button: 'Continue',
    call: 'POST account/second-factor',
    field: 'currentPassword',
  },
  {
    name: 'a new passkey',
    file: 'account/add-passkey-dialog.tsx',
    open: async (page) => {
      await visit.open('/account', 'Your account');
      await press(page, 'Add a passkey');
    },
    button: 'Continue',
    call: 'POST account/passkeys/begin',
    field: 'currentPassword',
  },
  {
    name: 'single sign-on',
    file: 'sign-on/set-up-section.tsx',
    open: () => visit.open('/sign-on', 'Single sign-on'),
    button: 'Save and continue',
    call: 'PUT sign-on/draft',
    field: 'clientId',
  },
  {
    name: 'single sign-on by SAML',
    file: 'sign-on/set-up-section.tsx',
    open: async (page) => {
      await visit.open('/sign-on', 'Single sign-on');
      await page.getByLabel('Provider', { exact: true }).selectOption('saml');
    },
    button: 'Save and continue',
    call: 'PUT sign-on/draft',
    field: 'metadataUrl',
  },
  {
    name: 'the login',
    file: 'login/login.tsx',
    open: async () => {
      visit = await pages.visit();
      await visit.open('/login', 'Log in');
    },
    button: 'Log in',
    call: 'POST session',
    field: 'password',
  },
  {
    name: 'an invitation',
    file: 'login/invitation.tsx',
    open: async () => {
      const email = newEmail();
      await tenant.sis.post('/users', person({ accountType: 'Staff', email }));
      visit = await pages.visit();
      await visit.open(await pages.invitation(tenant, email), 'Set your password');
    },
    button: 'Set the password and log in',
    call: 'POST invitations/accept',
    field: 'password',
  },
  {
    name: 'the plan of a file',
    file: 'files/steps-of-file.tsx',
    open: async (page) => {
      await chooseFile(page);
      await press(page, 'Plan the file');
      await page.getByRole('region', { name: 'What the file would do' }).waitFor();
      await page.getByLabel('Name of the run').fill('by-hand');
    },
    button: 'Plan the file',
    call: 'POST files/plan',
    field: 'run',
  },
  {
    name: 'a mapping that is kept for a sender',
    file: 'files/keep-dialog.tsx',
    open: async (page) => {
      await chooseFile(page);
      await press(page, 'Keep this mapping');
      await page.getByLabel('Sender').fill('Registrar');
    },
    button: 'Keep',
    call: 'PUT files/mappings/',
    field: 'sender',
  },
  {
    name: 'a rule about discrepancies',
    file: 'discrepancies/create-rule.tsx',
    open: async (page) => {
      await visit.open('/discrepancy-rules', 'Rules about discrepancies');
      await press(page, 'New rule');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Form').fill('address_change');
      await dialog.getByLabel('Field').selectOption({ label: 'Degree' });
      await page.getByRole('radio', { name: 'Keep the record' }).check();
    },
    button: 'Make the rule',
    call: 'POST discrepancy-rules',
    field: 'formType',
  },
  {
    name: 'a view of a list',
    file: 'ui/views/view-dialogs.tsx',
    open: async (page) => {
      await visit.open('/users', 'Users');
      await press(page, 'Views');
      await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Students');
    },
    button: 'Save the view',
    call: 'POST views',
    field: 'name',
  },
  {
    name: 'the decision about groups of discrepancies',
    file: 'discrepancies/decide-groups.tsx',
    open: async (page) => {
      await aBlockedSubmission(tenant);
      await visit.open('/discrepancy-groups', 'Discrepancies in groups');
      await press(page, 'Decide about Degree: PhD');
      await page.getByRole('radio', { name: 'Keep the record' }).check();
    },
    button: 'Decide about 1',
    call: 'POST discrepancy-groups/resolve',
    field: 'resolution',
  },
  {
    name: 'the decisions about a submission',
    file: 'discrepancies/decide-section.tsx',
    open: async (page) => {
      const id = await aBlockedSubmission(tenant, { degree: 'PhD', lastName: 'Kay' });
      await visit.open(`/submissions/${id}/show`, id);
      await page.getByRole('radio', { name: 'Keep the record' }).first().check();
    },
    button: 'Save the decisions',
    call: 'POST submissions/',
    field: 'decisions[0].resolution',
    shownBy: 'decisions.0.resolution',
  },
  {
    name: 'the decision about chosen discrepancies',
    file: 'discrepancies/resolve-button.tsx',
    open: async (page) => {
      await aBlockedSubmission(tenant);
      await visit.open('/discrepancies', 'Discrepancies');
      await page
        .getByRole('checkbox', { name: /^Select \d/ })
        .first()
        .check();
      await press(page, 'Resolve');
      await page.getByRole('radio', { name: 'Keep the record' }).check();
    },
    button: 'Resolve',
    call: 'POST discrepancies/resolve',
    field: 'note',
  },
  {
    name: 'the restoring of a person',
    file: 'users/person/restore-dialog.tsx',
    open: async (page) => {
      const id = await newPerson();
      await tenant.sis.patch(`/users/${id}`);
      await visit.open(`/users/${id}/show`, 'Quartz');
      await press(page, 'Restore');
    },
    button: 'Restore',
    call: 'PATCH users/',
    field: 'keepActiveUntil',
  },
  {
    name: 'people whom a run may not de-provision',
    file: 'holds/decide-buttons.tsx',
    open: async (page) => {
      await setLimits(pages.service, tenant, { mode: 'hold', perDay: { count: 0 } });
      const rows = inactive(await activePeople(tenant, 1));
      await inRun(pages.service, tenant, 'nightly-1').bulk('/users/bulk', rows);
      await visit.open('/holds', 'Held de-provisionings');
      await press(page, 'Keep all active: run nightly-1');
    },
    button: 'Keep active',
    call: 'POST holds/decide-run',
    field: 'keepActiveUntil',
  },
  {
    name: 'a legal hold',
    file: 'users/person/data/legal-hold-dialogs.tsx',
    open: async (page) => {
      const id = await newPerson();
      await visit.open(`/users/${id}/show/data`, 'Quartz');
      await press(page, 'Set a legal hold');
      await page.getByLabel('Reason').fill('Case 1');
    },
    button: 'Set the legal hold',
    call: 'PUT users/',
    field: 'reason',
  },
  {
    name: 'the pause of a connector',
    file: 'connectors/pause-button.tsx',
    open: async (page) => {
      await aTarget();
      await visit.open('/connectors', 'Connectors');
      await press(page, 'Pause CRM');
    },
    button: 'Pause',
    call: 'POST connectors/pause',
    field: 'reason',
  },
  {
    name: 'the limit of silence of a target system',
    file: 'connectors/silence-button.tsx',
    open: async (page) => {
      await aTarget();
      await visit.open('/connectors/CRM/show', 'CRM');
      await press(page, 'Change the limit');
      await page.getByLabel('Minutes without a contact').fill('30');
    },
    button: 'Save',
    call: 'PUT connectors/silence',
    field: 'minutes',
  },
  {
    name: 'the snooze of an alert',
    file: 'alerts/snooze-actions.tsx',
    open: async (page) => {
      await openOfEachKind(pages.service, tenant);
      await visit.open('/alerts', 'Alerts');
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Snooze', exact: true }).click();
    },
    button: 'Snooze',
    call: 'POST alerts/',
    field: 'note',
  },
  {
    name: 'the decision about a conflict',
    file: 'conflicts/decide-section.tsx',
    open: async (page) => {
      const former = person();
      await tenant.sis.post('/users', former);
      await tenant.sis.post('/users', successorOf(former));
      await visit.open('/conflicts', 'Conflicts');
      await page.getByRole('link', { name: /may have been given to another person/ }).click();
      await press(page, 'Another person');
    },
    button: 'Another person',
    call: 'POST conflicts/',
    field: 'note',
  },
  {
    name: 'a replay',
    file: 'queue/replay-button.tsx',
    open: async (page) => {
      const [id = ''] = await approvedSubmissions(tenant, 1);
      await visit.open(`/queue/${id}/show`, id);
      await press(page, 'Replay');
    },
    button: 'Replay',
    call: 'POST queue/replay',
    field: 'items[0].targetSystem',
    shownBy: 'items.0.targetSystem',
  },
];

/** The button that saves: in the dialog, where there is one. */
function buttonOf({ page }: Visit, name: string) {
  return page.locator('form').getByRole('button', { name, exact: true }).last();
}

describe('a save that fails', () => {
  it.each(FORMS)('shows why at the button and at the field, in $name', async (form) => {
    await form.open(visit.page);
    const { page } = visit;
    const button = buttonOf(visit, form.button);
    await refuse(page, form, form.field);
    await button.click();
    const refused = await seenFailure(page, button);
    expect(refused).toMatchObject({
      message: expect.stringContaining('must be another one') as string,
      focus: form.shownBy ?? form.field,
      isFocusInView: true,
      reason: expect.stringContaining('Must be another one') as string,
    });
    expect(refused.gap).toBeGreaterThanOrEqual(0);
    expect(refused.gap).toBeLessThan(CLOSE);

    await cutOff(page, form);
    await button.click();
    await formOf(button).getByText('The service cannot be reached').waitFor();
    const unanswered = await seenFailure(page, button);
    expect(unanswered).toMatchObject({
      message: expect.stringContaining('cannot be reached') as string,
      focus: form.button,
      isFocusInView: true,
    });
    expect(unanswered.gap).toBeLessThan(CLOSE);
  });

  it.each(FORMS)('is walked as every page is, before it is saved, in $name', async (form) => {
    await form.open(visit.page);
    // Once it can be clicked, what belongs to it has loaded, and nothing moves.
    await buttonOf(visit, form.button).click({ trial: true });
    expect(await faultsOfState(visit.page)).toEqual([]);
  });

  it.each([NARROW, ENLARGED])('does so in a window of $width by $height pixels', async (size) => {
    const { page } = visit;
    await page.setViewportSize(size);
    await visit.open('/settings/retention', 'Settings');
    await page.getByLabel('Request log (days)').fill('0');
    const button = buttonOf(visit, 'Save the settings');
    expect(await isInView(button)).toBe(true);
    await refuse(page, { call: 'PATCH settings' }, 'retention.auditDays');
    await button.click();
    expect(await seenFailure(page, button)).toMatchObject({
      message: expect.stringContaining('must be another one') as string,
      focus: 'retention.auditDays',
      isFocusInView: true,
    });
  });

  it('names at the button what no field shows', async () => {
    const { page } = visit;
    await visit.open('/alert-settings', 'Who is alerted');
    await page.getByLabel('Recipients', { exact: true }).fill('ida@example.edu');
    await refuse(page, { call: 'PUT alerts/settings' }, 'quietHours.timeZone');
    const button = buttonOf(visit, 'Save the alerts');
    await button.click();
    const { message, focus } = await seenFailure(page, button);
    expect(message).toContain('quietHours.timeZone must be another one');
    expect(focus).toBe('Save the alerts');
  });
});

/** Forms that ask for a confirmation, or for a proof that others above ask for too. */
const WITHOUT_FIELDS: readonly string[] = [
  'account/remove-app-dialog.tsx',
  'account/remove-passkey-dialog.tsx',
  'login/login-question.tsx',
  'runs/undo-dialog.tsx',
  'sign-on/switch-button.tsx',
  'templates/use-template-students.tsx',
  'users/person/data/erase-dialog.tsx',
];

it('every form of the pages is among those above', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.startsWith('ui/'))
    .filter((name) => {
      const source = readFileSync(join(SOURCES, name), 'utf8');
      const isForm = /<(Form|FormFrame|FormDialog|DialogForm)\b/.test(source);
      return (
        isForm || (source.includes('<ConfirmDialog') && /\bname=|<NoteInput|<KeepActiveUntil/.test(source))
      );
    });
  const known = new Set([...FORMS.map(({ file }) => file), ...WITHOUT_FIELDS]);
  expect(files.filter((name) => !known.has(name))).toEqual([]);
});
