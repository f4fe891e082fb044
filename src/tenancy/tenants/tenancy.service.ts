import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { TransactionEvents } from '../../events/transaction-events.js';
import type { Credential } from '../credentials/credential.entity.js';
import { CredentialsRepository } from '../credentials/credentials.repository.js';
import {
  CredentialsService,
  type IssuedCredential,
  type NewCredential,
} from '../credentials/credentials.service.js';
import type { Scope } from '../scope.js';
import { isSandboxId, newTenantId } from '../credentials/secrets.js';
import type { SettingsChange } from '../../settings/settings.js';
import { changedSettings, differingMembers } from '../../settings/stored-settings.js';
import { TENANCY_CHANGED } from './tenancy-action.js';
import type { Tenant } from './tenant.entity.js';
import type { Due } from '../time/due.js';
import { timeOf, wallTime } from '../time/tenant-clock.js';
import type { TenantSettings } from '../../settings/settings.js';
import { newTenantSettings, settingsOf, type StoredTenantSettings } from '../../settings/stored-settings.js';
import { tenantContextOf } from './tenant-context.js';
import { TenantsRepository } from './tenants.repository.js';

/** The actor that administers tenants. */
const TERMINAL = 'terminal';

/** There is no tenant or API key of this name; the message contains it. */
export class UnknownName extends Error {}

/** A change of settings that is not made. */
export interface PreviewedSettings {
  /** With the settings that are stored. */
  readonly now: Scope;
  /** With those that would be. */
  readonly then: Scope;
  /** The new values of those that differ. */
  readonly changed: Partial<TenantSettings>;
}

/** The tenant after a change of its settings, and the values that differ. */
function tenantAfter(
  tenant: Tenant,
  { emailDomain = tenant.emailDomain, ...change }: SettingsChange,
): { is: Tenant; before: Partial<TenantSettings>; after: Partial<TenantSettings> } {
  const settings = changedSettings(tenant.settings, change);
  const [was, values] = [settingsOf(tenant.emailDomain, tenant.settings), settingsOf(emailDomain, settings)];
  const is = { ...tenant, emailDomain, settings };
  return { is, before: differingMembers(was, values), after: differingMembers(values, was) };
}

/** Tenants and their credentials, for the terminal and the administration area. */
@Injectable()
export class TenancyService {
  constructor(
    private readonly tenants: TenantsRepository,
    private readonly credentials: CredentialsRepository,
    private readonly keys: CredentialsService,
    private readonly events: TransactionEvents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async createTenant(
    name: string,
    emailDomain: string,
    settings: StoredTenantSettings | null = newTenantSettings(),
  ): Promise<Tenant> {
    const tenant: Tenant = {
      id: newTenantId(),
      name,
      emailDomain,
      status: 'active',
      settings,
      clock: null,
      resets: 0,
      createdAt: wallTime(),
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.tenants.insert(transaction, tenant);
      await this.events.announce(this.scopeOf(tenant, TERMINAL), transaction, TENANCY_CHANGED, [
        { action: 'tenant.created', target: `tenant:${tenant.id}`, after: { name, emailDomain } },
      ]);
    });
    return tenant;
  }

  /** All tenants but sandboxes, of which there may be many. */
  async listUniversities(): Promise<Tenant[]> {
    return (await this.tenants.list()).filter(({ id }) => !isSandboxId(id));
  }

  listTenants(): Promise<Tenant[]> {
    return this.tenants.list();
  }

  /**
   * The scope of work without a request.
   * @param actor `terminal`, the name of the periodic work, or the actor of the request that caused it
   */
  scopeOf(tenant: Tenant, actor: string, requestId = `${actor}-${randomUUID()}`): Scope {
    const settings = tenantContextOf(tenant);
    return Object.freeze({
      tenantId: tenant.id,
      tenant: settings,
      actor,
      requestId,
    });
  }

  /**
   * The same scope with the settings that are stored when the transaction ends. The settings of a request may be up
   * to 5 seconds old, and what it stores must follow the current ones.
   */
  async withStoredSettings(scope: Scope, transaction: Transaction): Promise<Scope> {
    const tenant = await this.tenants.lockShared(scope.tenantId, transaction);
    if (tenant === null) return scope;
    return { ...scope, tenant: tenantContextOf(tenant) };
  }

  /** Marks a tenant whose people may be held from now on, though no limit holds them; calls follow within 5 s. */
  async markHolds({ tenantId }: Scope, transaction: Transaction): Promise<void> {
    const tenant = await this.tenants.lock(tenantId, transaction);
    if (tenant === null || tenantContextOf(tenant).mayHaveHolds) return;
    const deprovisioningGuard = { ...tenant.settings?.deprovisioningGuard, everHeld: true } as const;
    await this.tenants.change(transaction, tenantId, {
      settings: { ...tenant.settings, deprovisioningGuard },
    });
  }

  /** Whose work may be due: all tenants of the wall time together, and each that has a running clock of its own. */
  async dueTimes(): Promise<Due[]> {
    const wall = wallTime();
    const clocked = await this.tenants.ofRunningClock();
    return [{ now: wall }, ...clocked.map(({ id, clock }) => ({ now: timeOf(clock, wall), tenantId: id }))];
  }

  hasTenants(): Promise<boolean> {
    return this.tenants.exists();
  }

  /**
   * Suspends or resumes a tenant; every process follows within 5 seconds.
   * @throws {UnknownName} when there is no such tenant
   */
  async setTenantStatus(tenantId: string, status: Tenant['status']): Promise<Tenant> {
    return this.unitOfWork.run(async (transaction) => {
      const tenant = await this.lock(tenantId, transaction);
      if (tenant.status === status) return tenant;
      await this.tenants.change(transaction, tenantId, { status });
      const action = status === 'active' ? 'tenant.resumed' : 'tenant.suspended';
      const change = { action, target: `tenant:${tenantId}` } as const;
      await this.events.announce(this.scopeOf(tenant, TERMINAL), transaction, TENANCY_CHANGED, [
        { ...change, before: { status: tenant.status }, after: { status } },
      ]);
      return { ...tenant, status };
    });
  }

  /**
   * Finds a tenant by its ID.
   * @throws {UnknownName} when there is no such tenant
   */
  async findTenant(tenantId: string): Promise<Tenant> {
    return this.tenant(tenantId);
  }

  /**
   * Replaces the given settings and keeps the others; requests use them within 5 seconds. Progress records that are
   * written from now on follow them; `RebuildService` writes the others again.
   * @param check is called with the tenant under its lock; it throws where nothing is to be changed
   * @returns the tenant and its changed settings
   * @throws {UnknownName} when there is no such tenant
   */
  async changeSettings(
    scope: Scope,
    change: SettingsChange,
    check: (known: Tenant) => void = () => undefined,
  ): Promise<{ tenant: Tenant; changed: Partial<TenantSettings> }> {
    const { tenantId } = scope;
    return this.unitOfWork.run(async (transaction) => {
      const tenant = await this.lock(tenantId, transaction);
      check(tenant);
      const { is, before, after } = tenantAfter(tenant, change);
      if (Object.keys(after).length === 0) return { tenant, changed: {} };
      const { emailDomain, settings } = is;
      await this.tenants.change(transaction, tenantId, { emailDomain, settings });
      await this.events.announce(scope, transaction, TENANCY_CHANGED, [
        { action: 'settings.changed', target: `tenant:${tenantId}`, before, after },
      ]);
      return { tenant: is, changed: after };
    });
  }

  /**
   * What {@link changeSettings} would do now; nothing is changed.
   * @throws {UnknownName} when there is no such tenant
   */
  async previewSettings({ tenantId, actor }: Scope, change: SettingsChange): Promise<PreviewedSettings> {
    const tenant = await this.tenant(tenantId);
    const { is, after } = tenantAfter(tenant, change);
    return { now: this.scopeOf(tenant, actor), then: this.scopeOf(is, actor), changed: after };
  }

  /** Makes matching read the decisions of identity conflicts from now on; other processes do so within 5 seconds. */
  async markDecided({ tenantId, tenant }: Scope, transaction: Transaction): Promise<void> {
    if (tenant.mayHaveDecisions) return;
    const { settings } = await this.lock(tenantId, transaction);
    if (settings?.everDecided === true) return;
    await this.tenants.change(transaction, tenantId, { settings: { ...settings, everDecided: true } });
  }

  /** Ends the first steps for good, when all of them were done once; calls follow within 5 seconds. */
  async markFirstStepsDone({ tenantId }: Scope): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const { settings } = await this.lock(tenantId, transaction);
      await this.tenants.change(transaction, tenantId, { settings: { ...settings, firstSteps: 'done' } });
    });
  }

  /** Hides the first steps from all administrators, or shows them again; calls follow within 5 seconds. */
  async hideFirstSteps(scope: Scope, isHidden: boolean): Promise<void> {
    const { tenantId } = scope;
    await this.unitOfWork.run(async (transaction) => {
      const { settings } = await this.lock(tenantId, transaction);
      const { firstSteps, ...others } = settings ?? {};
      if (firstSteps === 'done' || (firstSteps === 'hidden') === isHidden) return;
      const hidden = { ...others, firstSteps: 'hidden' } as const;
      await this.tenants.change(transaction, tenantId, { settings: isHidden ? hidden : others });
      const action = isHidden ? 'first-steps.hidden' : 'first-steps.shown';
      await this.events.announce(scope, transaction, TENANCY_CHANGED, [
        { action, target: `tenant:${tenantId}` },
      ]);
    });
  }

  /** Records that an administrator has found the e-mail domain and the time zone right. */
  async confirmUniversity(scope: Scope): Promise<void> {
    const { tenantId, actor } = scope;
    await this.unitOfWork.run(async (transaction) => {
      const { emailDomain, timeZone } = this.scopeOf(await this.lock(tenantId, transaction), actor).tenant;
      await this.events.announce(scope, transaction, TENANCY_CHANGED, [
        { action: 'first-steps.checked', target: `tenant:${tenantId}`, after: { emailDomain, timeZone } },
      ]);
    });
  }

  /**
   * Creates a credential for the terminal; `CredentialsService.create` does so for administrators.
   * @throws {UnknownName} when there is no such tenant
   */
  async createCredential({
    tenantId,
    ...wanted
  }: NewCredential & { readonly tenantId: string }): Promise<IssuedCredential> {
    return this.keys.create(this.scopeOf(await this.tenant(tenantId), TERMINAL), wanted);
  }

  /**
   * The credentials of a tenant.
   * @throws {UnknownName} when there is no such tenant
   */
  async listCredentials(tenantId: string): Promise<Credential[]> {
    await this.tenant(tenantId);
    return this.credentials.list(tenantId);
  }

  /**
   * The terminal's scope of the tenant to which a key belongs.
   * @throws {UnknownName} when there is no such key
   */
  async scopeOfKey(apiKey: string): Promise<Scope> {
    const tenantId = await this.credentials.tenantOf(apiKey);
    if (tenantId === null)
      throw new UnknownName(`There is no API key ${apiKey}; "key list --tenant …" shows those there are.`);
    return this.scopeOf(await this.tenant(tenantId), TERMINAL);
  }

  private async tenant(tenantId: string): Promise<Tenant> {
    return known(tenantId, await this.tenants.find(tenantId));
  }

  private async lock(tenantId: string, transaction: Transaction): Promise<Tenant> {
    return known(tenantId, await this.tenants.lock(tenantId, transaction));
  }
}

function known(tenantId: string, tenant: Tenant | null): Tenant {
  if (tenant === null)
    throw new UnknownName(`There is no tenant ${tenantId}; "tenant list" shows those there are.`);
  return tenant;
}
