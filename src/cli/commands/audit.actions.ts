import type { INestApplicationContext } from '@nestjs/common';
import type { ChainFault } from '../../audit/chain/chain-walk.js';
import {
  ChainVerificationService,
  type VerifiedChain,
} from '../../audit/chain/chain-verification.service.js';
import type { ChainPoint } from '../../audit/chain/entry-hash.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { type Action, type CommandResult, textOf, UsageProblem, type Values } from '../command.js';

const NOT_WHOLE = 1;
/** Nothing is wrong, but the head that was given could not be compared. */
const HEAD_REMOVED = 3;
const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/;

/** What each fault means, for its position. */
const FAULTS: Readonly<Record<ChainFault['kind'], (position: number) => string>> = {
  changed: (position) => `entry ${position} was changed, or is not where it was`,
  missing: (position) => `entry ${position} is missing`,
  cut: (position) => `the entries from ${position} on are missing`,
  'head changed': (position) => `the head was changed: it has another hash than entry ${position}`,
  'beyond the head': (position) => `the head was changed: there is an entry ${position} behind it`,
  'box changed': (position) => `what names a person in entry ${position} was changed`,
  'removed by hand': (position) => `the entries up to ${position} were removed, and no entry records it`,
  'shipped head': (position) => `the head ${position} that was given is not part of the chain`,
};

/** @throws {UnknownName} when there is no such tenant */
async function tenantsOf(app: INestApplicationContext, values: Values): Promise<string[]> {
  const tenancy = app.get(TenancyService);
  if (values['tenant'] !== undefined) return [(await tenancy.findTenant(textOf(values, 'tenant'))).id];
  return (await tenancy.listTenants()).map(({ id }) => id);
}

function headOf(values: Values): ChainPoint | undefined {
  if (values['head'] === undefined) return undefined;
  if (values['tenant'] === undefined) throw new UsageProblem('--head needs --tenant.');
  const [, position, hash = ''] = HEAD.exec(textOf(values, 'head')) ?? [];
  if (position === undefined)
    throw new UsageProblem('--head must be <count>:<hash>, as audit head prints them.');
  return { position: Number(position), hash };
}

function verifiedText({ entries, hash, from, fault, isHeadRemoved }: VerifiedChain): string {
  if (fault !== undefined) return `NOT WHOLE: ${FAULTS[fault.kind](fault.position)}`;
  const whole = `whole: ${entries} entries, of which the oldest kept is ${from}; newest hash ${hash}`;
  return isHeadRemoved
    ? `${whole}; the head that was given is older than what is kept, so it proves nothing any more`
    : whole;
}

function verifiedResult(tenantId: string, chain: VerifiedChain): CommandResult {
  const { entries, hash, from, fault = null, isHeadRemoved } = chain;
  const json = { tenantId, entries, hash, from, fault, isHeadRemoved };
  return { json, text: `${tenantId}  ${verifiedText(chain)}` };
}

export const verifyAudit: Action = async (app, values, _, terminal) => {
  const shipped = headOf(values);
  const verification = app.get(ChainVerificationService);
  const tenants = await tenantsOf(app, values);
  let faulty = 0;
  let isProven = true;
  for (const tenantId of tenants) {
    const chain = await verification.verify({ tenantId }, shipped);
    if (chain.fault !== undefined) faulty += 1;
    if (chain.isHeadRemoved) isProven = false;
    await terminal.print(verifiedResult(tenantId, chain));
  }
  const json = { summary: { tenants: tenants.length, faulty } };
  const text = `${tenants.length} audit logs were verified; ${faulty} are not whole.`;
  const codeWhenWhole = isProven ? 0 : HEAD_REMOVED;
  return { json, text, code: faulty === 0 ? codeWhenWhole : NOT_WHOLE };
};

export const printAuditHeads: Action = async (app, values) => {
  const verification = app.get(ChainVerificationService);
  const heads = [];
  for (const tenantId of await tenantsOf(app, values)) {
    const { position: count, hash } = await verification.head({ tenantId });
    heads.push({ tenantId, count, hash });
  }
  // Another program reads it, with --json or without.
  return { json: heads, text: JSON.stringify(heads, null, 2) };
};
