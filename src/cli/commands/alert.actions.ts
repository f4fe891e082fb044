import { PutAlertSettingsDto } from '../../alerts/alerts.dto.js';
import { AlertIncidentsService } from '../../alerts/incidents/alert-incidents.service.js';
import { isSnoozed } from '../../alerts/incidents/snooze-lengths.js';
import { KIND_NAMES, specOf } from '../../alerts/kinds/kinds.js';
import { MailProblem } from '../../alerts/mail/mail-problem.js';
import { MailSender } from '../../alerts/mail/mail-sender.js';
import type { AlertSettings, KindSettings } from '../../alerts/settings/alert-settings.js';
import { AlertSettingsService } from '../../alerts/settings/alert-settings.service.js';
import { settingsOfBody } from '../../alerts/settings/settings-of-body.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { isEmailAddress } from '../../http/fields/formats.js';
import { validated } from '../../http/validation/validate.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { type Action, NONE, table, textOf, UsageProblem, type Values } from '../command.js';
import { tenantScope } from '../tenant-scope.js';
import { OF_A_KIND, SETTINGS } from './alert.options.js';

function addressesOf(values: Values, option: string): string[] {
  const text = textOf(values, option);
  return text === NONE ? [] : text.split(',').filter(Boolean);
}

/** `22:00-06:00`, or `none`. */
function quietHoursOf(values: Values, known: AlertSettings['quietHours']): AlertSettings['quietHours'] {
  const text = values['quiet'] === undefined ? undefined : textOf(values, 'quiet');
  if (text === NONE) return null;
  const [from, until] = text === undefined ? [known?.from, known?.until] : text.split('-');
  if (from === undefined || until === undefined)
    throw new UsageProblem('--quiet must look like 22:00-06:00, or be none.');
  const zone = values['quiet-zone'] === undefined ? known?.timeZone : textOf(values, 'quiet-zone');
  return { from, until, timeZone: zone ?? null };
}

function kindOf(values: Values, known: readonly KindSettings[]): unknown {
  const kind = textOf(values, 'kind');
  const found = known.find((one) => one.kind === kind);
  const threshold = values['threshold'] === undefined ? found?.threshold : textOf(values, 'threshold');
  return {
    kind,
    enabled:
      values['enabled'] === undefined ? (found?.enabled ?? true) : textOf(values, 'enabled') === 'true',
    recipients:
      values['kind-recipients'] === undefined
        ? (found?.recipients ?? null)
        : addressesOf(values, 'kind-recipients'),
    threshold:
      typeof threshold === 'string' && /^\d{1,9}$/.test(threshold) ? Number(threshold) : (threshold ?? null),
  };
}

/** The settings with the options; what no option names stays. */
function changed(known: AlertSettings, values: Values): AlertSettings {
  if (values['kind'] === undefined && OF_A_KIND.some((option) => values[option] !== undefined))
    throw new UsageProblem(`--${OF_A_KIND.join(', --')} need --kind, one of ${KIND_NAMES.join(', ')}.`);
  const others = known.kinds.filter(({ kind }) => kind !== values['kind']);
  const isQuiet = values['quiet'] !== undefined || values['quiet-zone'] !== undefined;
  try {
    const body = validated(PutAlertSettingsDto, {
      recipients: values['recipients'] === undefined ? known.recipients : addressesOf(values, 'recipients'),
      quietHours: isQuiet ? quietHoursOf(values, known.quietHours) : known.quietHours,
      kinds: values['kind'] === undefined ? others : [...others, kindOf(values, known.kinds)],
    });
    return settingsOfBody(body);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    throw new UsageProblem(`${error.details[0]?.message ?? error.message}.`);
  }
}

function stateOf({ endedAt, snoozedUntil }: { endedAt: string | null; snoozedUntil: string | null }): string {
  return endedAt ?? (snoozedUntil === null ? 'open' : `snoozed until ${snoozedUntil}`);
}

export const alertSettings: Action = async (app, values, [tenantId = '']) => {
  const scope = await tenantScope(app, tenantId);
  const service = app.get(AlertSettingsService);
  const { settings: known } = await service.show(scope);
  const isChange = SETTINGS.some((name) => values[name] !== undefined);
  const { settings } = isChange ? await service.replace(scope, changed(known, values)) : { settings: known };
  const json = { tenantId, ...settings };
  return { json, text: JSON.stringify(json, null, 2) };
};

export const listAlerts: Action = async (app, values, [tenantId = '']) => {
  const scope = await tenantScope(app, tenantId);
  const filter = values['open'] === true ? ({ state: 'open' } as const) : {};
  const { rows } = await app
    .get(AlertIncidentsService)
    .page(scope, filter, { order: 'DESC', offset: 0, limit: 100 });
  const now = nowOf(scope);
  const json = rows.map(({ incident: { id, kind, facts, openedAt, endedAt, snoozedUntil } }) => ({
    id,
    kind,
    title: specOf(kind)?.title ?? kind,
    facts,
    openedAt: openedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    snoozedUntil: isSnoozed({ endedAt, snoozedUntil }, now) ? (snoozedUntil?.toISOString() ?? null) : null,
  }));
  const lines = json.map((one) => [one.kind, one.openedAt, stateOf(one), one.facts]);
  return {
    json,
    text: json.length === 0 ? 'No alerts.' : table(['KIND', 'OPENED', 'ENDED', 'FACTS'], lines),
  };
};

export const makeAlertToken: Action = async (app, values, [tenantId = '']) => {
  const scope = await tenantScope(app, tenantId);
  const service = app.get(AlertSettingsService);
  if (values['remove'] === true) {
    await service.removeToken(scope);
    return { json: { tenantId, token: null }, text: 'GET /health/alerts refuses the token from now on.' };
  }
  const token = await service.makeToken(scope);
  const text = `${token}\nIt is shown once. Let monitoring send it to GET /health/alerts as Authorization: Bearer …`;
  return { json: { tenantId, token }, text };
};

export const testAlert: Action = async (app, values) => {
  const to = textOf(values, 'to');
  if (!isEmailAddress(to)) throw new UsageProblem('--to must be an e-mail address, such as it@example.edu.');
  const sender = app.get(MailSender);
  if (!sender.isSet) throw new UsageProblem('No mail server is set: give SMTP_URL and SMTP_FROM.');
  try {
    const text = 'This message was sent by "alert test", to try the mail server.\n';
    await sender.send({ to, subject: 'Test of alerts', text });
  } catch (error) {
    if (!(error instanceof MailProblem)) throw error;
    throw new UsageProblem(error.answer === '' ? error.message : `${error.message} It said: ${error.answer}`);
  }
  return { json: { to, sent: true }, text: 'The mail server took the message.' };
};
