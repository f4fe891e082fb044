import { MappingsService } from '../../submissions/mapping/mappings.service.js';
import { DEFAULT_MAPPING, type FieldLink } from '../../submissions/mapping/record-fields.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { type Action, table, textOf, UsageProblem } from '../command.js';
import { tenantScope } from '../tenant-scope.js';

function linksOf(text: string): FieldLink[] {
  return text.split(',').map((pair) => {
    const [formField = '', target = '', more] = pair.split('=').map((side) => side.trim());
    if (formField === '' || target === '' || more !== undefined) {
      throw new UsageProblem(
        '--links must be form fields and record fields, as in "Degree sought=degree,New e-mail=email".',
      );
    }
    return { formField, target };
  });
}

export const listMappings: Action = async (app, values) => {
  const { id: tenantId } = await app.get(TenancyService).findTenant(textOf(values, 'tenant'));
  const own = await app.get(MappingsService).list({ tenantId });
  const defaults = DEFAULT_MAPPING.map((link) => ({ formType: null, ...link }));
  const json = [
    ...defaults,
    ...own.map(({ formType, formField, target }) => ({ formType, formField, target })),
  ];
  const rows = json.map(({ formType, formField, target }) => [
    formType ?? 'every other form type',
    formField,
    target,
  ]);
  return { json, text: table(['form type', 'form field', 'record field'], rows) };
};

export const setMapping: Action = async (app, values) => {
  const scope = await tenantScope(app, textOf(values, 'tenant'));
  const formType = textOf(values, 'form-type');
  const links = linksOf(textOf(values, 'links'));
  try {
    await app.get(MappingsService).replace(scope, formType, links);
  } catch (error) {
    if (error instanceof ValidationFailed) throw new UsageProblem(error.message);
    throw error;
  }
  return { json: { formType, links }, text: `${links.length} form fields of ${formType} are mapped.` };
};

export const clearMapping: Action = async (app, values) => {
  const scope = await tenantScope(app, textOf(values, 'tenant'));
  const formType = textOf(values, 'form-type');
  await app.get(MappingsService).replace(scope, formType, []);
  return {
    json: { formType, links: DEFAULT_MAPPING },
    text: `The default mapping applies to ${formType} again.`,
  };
};
