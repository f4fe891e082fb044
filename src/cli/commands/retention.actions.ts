import { rest } from '../../concurrency/rest-after.js';
import { type Removal } from '../../privacy/retention/retention.service.js';
import { RetentionSweep } from '../../privacy/retention/retention-sweep.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { type Action, table, textOf } from '../command.js';

const ACTOR = 'terminal';

function textFor(removals: readonly Removal[], isDryRun: boolean): string {
  if (removals.length === 0) return 'Nothing is swept: every tenant is under a legal hold, or there is none.';
  const rows = removals.map(({ tenantId, kind, keptDays, count }) => [
    tenantId,
    kind,
    String(keptDays),
    String(count),
  ]);
  return table(['tenant', 'kind', 'kept days', isDryRun ? 'would go' : 'went'], rows);
}

export const sweepRetention: Action = async (app, values) => {
  const tenancy = app.get(TenancyService);
  const tenants =
    values['tenant'] === undefined
      ? await tenancy.listTenants()
      : [await tenancy.findTenant(textOf(values, 'tenant'))];
  const sweep = app.get(RetentionSweep);
  const isDryRun = values['dry-run'] === true;
  const removals = isDryRun ? await sweep.plan(tenants) : await sweep.sweep(tenants, { rest }, ACTOR);
  if (removals === undefined)
    return {
      json: { ran: false, removals: [] },
      text: 'Another process is sweeping; nothing was done here.',
    };
  return { json: { ran: !isDryRun, removals }, text: textFor(removals, isDryRun) };
};
