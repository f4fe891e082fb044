import { randomBytes } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { SeededAdministrators } from '../auth/administrators/seeded-administrators.service.js';
import { Background } from '../background/background.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { Leases } from '../database/transaction/leases.js';
import { UnitOfWork } from '../database/transaction/unit-of-work.js';
import { SandboxBusy, SandboxesOff, SandboxNotFound, TooManySandboxes } from '../errors/sandbox.errors.js';
import { ACCESS_SCOPES, type AccessScope } from '../http/access-scopes.js';
import { CredentialsService } from '../tenancy/credentials/credentials.service.js';
import type { Scope } from '../tenancy/scope.js';
import { isIdentifier, isSandboxId, newSandboxId } from '../tenancy/credentials/secrets.js';
import type { Tenant } from '../tenancy/tenants/tenant.entity.js';
import { type TenantClock, timeOf, wallTime } from '../tenancy/time/tenant-clock.js';
import { TenancyService } from '../tenancy/tenants/tenancy.service.js';
import { TenantsRepository } from '../tenancy/tenants/tenants.repository.js';
import type { Sandbox } from './entities/sandbox.entity.js';
import { SandboxesRepository } from './sandboxes.repository.js';
import type { Seed } from './seeds/seed.js';
import { SEED_DOMAIN, SeedsService } from './seeds/seeds.service.js';
import { TenantRowsRepository } from './tenant-rows.repository.js';

/** The most sandboxes of one credential (contract, section 12). */
const MOST = 500;
const ACTOR = 'sandbox';
const LEASE_MS = 60_000;
const MINUTE_MS = 60_000;

export interface SandboxInput {
  readonly name: string;
  readonly seed: Seed;
  readonly ttlMinutes: number;
  readonly clock: Pick<TenantClock, 'now' | 'frozen'> | null;
}

/** A sandbox with its tenant as it is stored now. */
export interface SandboxState {
  readonly sandbox: Sandbox;
  readonly tenant: Tenant;
}

export interface CreatedSandbox extends SandboxState {
  readonly credentials: readonly {
    readonly apiKey: string;
    readonly apiSecret: string;
    readonly scopes: string[];
  }[];
  readonly password: string;
}

/** Makes, resets and deletes tenants for tests. A credential sees only those that it has made. */
@Injectable()
export class SandboxesService {
  /** The leases distinguish processes, not two calls in this one. */
  private readonly busy = new Set<string>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sandboxes: SandboxesRepository,
    private readonly rows: TenantRowsRepository,
    private readonly seeds: SeedsService,
    private readonly tenants: TenantsRepository,
    private readonly tenancy: TenancyService,
    private readonly credentials: CredentialsService,
    private readonly administrators: SeededAdministrators,
    private readonly leases: Leases,
    private readonly background: Background,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Makes a sandbox with its people, keys and administrator.
   * @throws {SandboxesOff} where there are none
   * @throws {TooManySandboxes} when the credential has too many
   */
  async create(caller: Scope, input: SandboxInput): Promise<CreatedSandbox> {
    const owners = await this.ownersOf(caller);
    const wall = wallTime();
    const { count, oldest } = await this.sandboxes.countOf(owners, wall);
    if (count >= MOST) throw new TooManySandboxes(MOST, oldest);
    const clock = clockOf(input.clock, wall);
    const templateId = await this.templateOf(input.seed, clock, wall);
    const tenantId = newSandboxId();
    const administratorEmail = `administrator@${tenantId}.example.edu`;
    const password = randomBytes(18).toString('base64url');
    const sandbox: Sandbox = {
      tenantId,
      owner: owners[0] ?? '',
      seed: String(input.seed),
      firstClock: input.clock,
      administratorEmail,
      passwordHash: await this.administrators.hash(password),
      createdAt: wall,
      expiresAt: new Date(wall.getTime() + input.ttlMinutes * MINUTE_MS),
      deletedAt: null,
    };
    const tenant: Tenant = {
      id: tenantId,
      name: input.name,
      emailDomain: SEED_DOMAIN,
      status: 'active',
      settings: await this.seeds.settingsOf(templateId),
      clock,
      resets: 0,
      createdAt: wall,
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.sandboxes.add(transaction, sandbox, tenant);
      if (templateId !== undefined) await this.rows.copy(transaction, templateId, tenantId);
    });
    const scope = this.tenancy.scopeOf(tenant, ACTOR);
    await this.administrators.make(scope, administratorEmail, sandbox.passwordHash);
    return { sandbox, tenant, credentials: await this.keysFor(scope), password };
  }

  /** The sandboxes of the caller, the oldest first. */
  async list(caller: Scope): Promise<SandboxState[]> {
    const sandboxes = await this.sandboxes.of(await this.ownersOf(caller), wallTime());
    const tenants = await this.tenants.findAll(sandboxes.map(({ tenantId }) => tenantId));
    const byId = new Map(tenants.map((tenant) => [tenant.id, tenant]));
    return sandboxes.flatMap((sandbox) => {
      const tenant = byId.get(sandbox.tenantId);
      return tenant === undefined ? [] : [{ sandbox, tenant }];
    });
  }

  /** @throws {SandboxNotFound} when the credential has no such sandbox */
  async find(caller: Scope, tenantId: string): Promise<SandboxState> {
    const owners = await this.ownersOf(caller);
    const sandbox = isIdentifier(tenantId) ? await this.sandboxes.find(owners, tenantId, wallTime()) : null;
    if (sandbox === null) throw new SandboxNotFound();
    return this.stateOf(sandbox);
  }

  /**
   * Puts a sandbox back to how it was made: its people, its clock, its settings. Its keys and its administrator's
   * password stay. A call that moves its clock ends.
   * @throws {SandboxNotFound} and {@link SandboxBusy}
   */
  async reset(caller: Scope, tenantId: string): Promise<SandboxState> {
    await this.find(caller, tenantId);
    return this.alone(`sandbox ${tenantId}`, async () => {
      const { sandbox } = await this.find(caller, tenantId);
      const wall = wallTime();
      const clock = clockOf(sandbox.firstClock, wall);
      const seed = seedOf(sandbox.seed);
      const templateId = await this.templateOf(seed, clock, wall);
      const settings = await this.seeds.settingsOf(templateId);
      await this.background.flush();
      await this.unitOfWork.run(async (transaction) => {
        const tenant = await this.tenants.lock(tenantId, transaction);
        if (tenant === null) throw new SandboxNotFound();
        const change = { emailDomain: SEED_DOMAIN, settings, clock, resets: tenant.resets + 1 };
        await this.tenants.change(transaction, tenantId, change);
        await this.rows.empty(transaction, tenantId, true);
        await this.sandboxes.restoreKeys(transaction, tenantId, ACTOR);
        if (templateId !== undefined) await this.rows.copy(transaction, templateId, tenantId);
      });
      const state = await this.stateOf(sandbox);
      const scope = this.tenancy.scopeOf(state.tenant, ACTOR);
      await this.administrators.make(scope, sandbox.administratorEmail, sandbox.passwordHash);
      return state;
    });
  }

  /**
   * Ends a sandbox at once, with a call that moves its clock, and deletes its rows. Rows that a call in flight still
   * writes are deleted a minute later.
   * @throws {SandboxNotFound} when the credential has no such sandbox
   */
  async remove(caller: Scope, tenantId: string): Promise<void> {
    await this.find(caller, tenantId);
    await this.alone(`sandbox ${tenantId}`, () => this.end(tenantId));
  }

  private async end(tenantId: string): Promise<void> {
    await this.background.flush();
    await this.unitOfWork.run(async (transaction) => {
      await this.sandboxes.end(transaction, tenantId, wallTime());
      await this.rows.empty(transaction, tenantId, false);
    });
  }

  /**
   * Does work that two calls must not do at once.
   * @param lease the name of the work and of the sandbox
   * @param work calls `prolong` at least once in a minute; it throws when another process has taken over
   * @throws {SandboxBusy} when another call is at it
   */
  async alone<T>(lease: string, work: (prolong: () => Promise<void>) => Promise<T>): Promise<T> {
    if (this.busy.has(lease)) throw new SandboxBusy();
    this.busy.add(lease);
    let heldAt = -Infinity;
    const prolong = async (): Promise<void> => {
      const now = performance.now();
      // Prolonging it is a commit.
      if (now - heldAt < LEASE_MS / 4) return;
      if (!(await this.leases.hold(lease, LEASE_MS))) throw new SandboxBusy();
      heldAt = now;
    };
    try {
      await prolong();
      try {
        return await work(prolong);
      } finally {
        await this.leases.release(lease);
      }
    } finally {
      this.busy.delete(lease);
    }
  }

  /**
   * The key of the caller and those that it has replaced.
   * @throws {SandboxesOff} where there are none, and for a caller of a sandbox: it would make more of them without end
   */
  private ownersOf(caller: Scope): Promise<string[]> {
    if (!this.config.sandboxes || isSandboxId(caller.tenantId)) throw new SandboxesOff();
    return this.credentials.withPredecessors(caller, caller.actor.replace(/^key:/, ''));
  }

  private async stateOf(sandbox: Sandbox): Promise<SandboxState> {
    return { sandbox, tenant: await this.tenancy.findTenant(sandbox.tenantId) };
  }

  private templateOf(seed: Seed, clock: TenantClock | null, wall: Date): Promise<string | undefined> {
    return this.seeds.templateOf(seed, timeOf(clock, wall).toISOString().slice(0, 10));
  }

  private async keysFor(scope: Scope): Promise<CreatedSandbox['credentials']> {
    const wanted = ACCESS_SCOPES.filter((name): name is AccessScope => name !== 'sandbox');
    const issued = await Promise.all(
      wanted.map((name) => this.credentials.create(scope, { label: `Sandbox ${name}`, scopes: [name] })),
    );
    return issued.map(({ credential: { apiKey, scopes }, apiSecret }) => ({
      apiKey,
      apiSecret,
      scopes: scopes.split(','),
    }));
  }
}

function clockOf(input: SandboxInput['clock'], wall: Date): TenantClock | null {
  return input === null ? null : { ...input, setAt: wall.toISOString() };
}

function seedOf(text: string): Seed {
  return text === 'empty' || text === 'demo' ? text : Number(text);
}
