import type { INestApplicationContext } from '@nestjs/common';
import { ValidationFailed } from '../../errors/request.errors.js';
import { validated } from '../../http/validation/validate.js';
import { RebuildService } from '../../progress/rebuild/rebuild.service.js';
import { SettingsService, type SettingsState } from '../../progress/settings/settings.service.js';
import { ChangeSettingsDto } from '../../settings/settings.dto.js';
import { settingsOf } from '../../settings/stored-settings.js';
import type { Scope } from '../../tenancy/scope.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import type { Tenant } from '../../tenancy/tenants/tenant.entity.js';
import { type Action, NONE, textOf, UsageProblem, type Values } from '../command.js';
import { type Option, OPTIONS } from './settings.options.js';

/** `SIS,CRM:degree_change+name_change`: the names, each with the form types that it takes if not all. */
function targetsOf(text: string): object[] {
  return text
    .split(',')
    .filter(Boolean)
    .map((part) => {
      const [name = '', formTypes] = part.split(':');
      return { name, ...(formTypes === undefined ? {} : { formTypes: formTypes.split('+') }) };
    });
}

/** The value as JSON; what is no number stays text, which validation refuses. */
function valueOf(values: Values, { name, setting }: Option): unknown {
  // An empty list: no role is required.
  if (setting.type === 'choices') return String(values[name]).split(',').filter(Boolean);
  const text = textOf(values, name);
  switch (setting.type) {
    case 'number':
      if (setting.default === null && text === NONE) return null;
      return /^\d{1,9}$/.test(text) ? Number(text) : text;
    case 'flag':
      return text === 'on' ? true : text === 'off' ? false : text;
    case 'list':
      return text === NONE ? null : targetsOf(text);
    default:
      return text;
  }
}

interface Group {
  [name: string]: unknown;
}

function put(group: Group, [name = '', ...path]: readonly string[], value: unknown): void {
  if (path.length === 0) group[name] = value;
  else put((group[name] ??= {}) as Group, path, value);
}

/** @throws {UsageProblem} when a value is not valid; the message names the option */
function changeOf(values: Values): ChangeSettingsDto {
  const settings: Group = {};
  for (const option of OPTIONS.filter(({ name }) => values[name] !== undefined))
    put(settings, option.path.split('.'), valueOf(values, option));
  try {
    return validated(ChangeSettingsDto, settings);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    const [{ field, message } = { field: '', message: error.message }] = error.details;
    const option = OPTIONS.find(({ path }) => path === field);
    throw new UsageProblem(option === undefined ? message : `${message.replace(field, `--${option.name}`)}.`);
  }
}

/** The terminal may be the only process, so it recalculates the progress records before it ends. */
async function rebuildText(
  app: INestApplicationContext,
  scope: Scope,
  rebuild: SettingsState['rebuild'],
): Promise<string> {
  if (rebuild === null) return 'No progress record depends on that';
  const { changed = 0, total = 0 } = (await app.get(RebuildService).finish(scope)) ?? {};
  return `${changed} of ${total} progress records changed`;
}

async function change(
  app: INestApplicationContext,
  scope: Scope,
  values: Values,
): Promise<{ tenant: Tenant; openHolds: number; remark: string }> {
  const { tenant, rebuild, openHolds, warnings } = await app
    .get(SettingsService)
    .change(scope, changeOf(values));
  const remarks = [await rebuildText(app, scope, rebuild), ...warnings.map(({ message }) => message)];
  return { tenant, openHolds, remark: remarks.map((one) => `\n${one}.`).join('') };
}

export const tenantSettings: Action = async (app, values, [tenantId = '']) => {
  const tenancy = app.get(TenancyService);
  const found = await tenancy.findTenant(tenantId);
  const isChange = OPTIONS.some(({ name }) => values[name] !== undefined);
  const scope = tenancy.scopeOf(found, 'terminal');
  const { tenant, openHolds, remark } = isChange
    ? await change(app, scope, values)
    : { ...(await app.get(SettingsService).show(scope)), remark: '' };
  const json = { tenantId, ...settingsOf(tenant.emailDomain, tenant.settings), openHolds };
  return { json, text: `${JSON.stringify(json, null, 2)}${remark}` };
};
