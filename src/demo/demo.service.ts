import { randomUUID } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Inject, Injectable } from '@nestjs/common';

import { InvitationsService } from '../auth/administrators/invitations.service.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { CredentialsService } from '../tenancy/credentials/credentials.service.js';
import type { AccessScope } from '../http/access-scopes.js';
import type { Scope } from '../tenancy/scope.js';
import { TenancyService } from '../tenancy/tenants/tenancy.service.js';
import { createDemoTenant, type DemoTenant } from '../tenancy/tenants/demo-tenant.js';
import { DemoDecisions } from './demo-decisions.js';
import { DemoPeople } from './demo-people.js';
import { DemoReviews } from './demo-reviews.js';
import { DemoTraffic } from './demo-traffic.js';
import { DEMO_UNIVERSITY, type University } from './university.js';
import { nowOf } from '../tenancy/time/tenant-clock.js';

/** The content of `.data/demo.json`. */
export interface Demo extends DemoTenant {
  /** The link of the demo administrator's invitation; it works once, for 72 hours. */
  readonly invitation: string;
}

/** Creates a university to try the service with: people, their progress, their forms, and an administrator. */
@Injectable()
export class DemoService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tenancy: TenancyService,
    private readonly keys: CredentialsService,
    private readonly invitations: InvitationsService,
    private readonly people: DemoPeople,
    private readonly reviews: DemoReviews,
    private readonly decisions: DemoDecisions,
    private readonly traffic: DemoTraffic,
  ) {}

  /** For an empty database. The secrets are written to a file of mode 600. */
  async create(): Promise<Demo> {
    const tenant = await createDemoTenant(this.tenancy);
    const scope = await this.scopeOf(tenant.tenantId, 'terminal');
    const invitation = await this.invite(scope);
    const demo = { ...tenant, invitation };
    await this.writeSecrets(demo);
    await this.fill(tenant.tenantId, DEMO_UNIVERSITY);
    const terminal = await this.scopeOf(tenant.tenantId, 'terminal');
    await this.invitations.invite(terminal, { email: 'yasmin.rosewater@demo.example.edu' });
    return demo;
  }

  private async invite(scope: Scope): Promise<string> {
    const input = { email: 'admin@demo.example.edu', firstName: 'Demo', lastName: 'Administrator' };
    return (await this.invitations.invite(scope, input)).link;
  }

  private async writeSecrets(demo: Demo): Promise<void> {
    const file = join(this.config.dataDir, 'demo.json');
    await mkdir(this.config.dataDir, { recursive: true });
    await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
    // The mode of writeFile applies to a new file only.
    await chmod(file, 0o600);
  }

  /** Gives an empty tenant with the domain demo.example.edu its people and what has happened to them. */
  async fill(tenantId: string, university: University): Promise<void> {
    // An accepted change of a name, which the feed does not know yet, is kept. Rows about people who are probably
    // others wait in the inbox.
    await this.tenancy.changeSettings(await this.scopeOf(tenantId, 'terminal'), {
      awaitSourceDays: 30,
      possibleReassignment: 'hold',
    });
    const feed = await this.keyOf(tenantId, 'Nightly people feed', ['integration']);
    const workflow = await this.keyOf(tenantId, 'Review workflow', ['workflow']);
    const connector = await this.keyOf(tenantId, 'CRM connector', ['integration'], inDays(feed, 9));
    await this.keyOf(tenantId, 'Trial import', ['integration'], inDays(feed, -40));
    const pilot = await this.keyOf(tenantId, 'Pilot', ['integration', 'workflow']);
    await this.keys.revoke(await this.scopeOf(tenantId, 'terminal'), pilot.actor.replace('key:', ''));
    await this.people.create(university, { feed, workflow });
    await this.reviews.create(university, { workflow, connector });
    await this.people.nightAfter(university, feed);
    await this.decisions.create({ feed, workflow });
    await this.traffic.create({ feed, workflow, connector });
  }

  /** Creates a key; returns the scope of its calls. */
  private async keyOf(
    tenantId: string,
    label: string,
    scopes: AccessScope[],
    expiresAt: Date | null = null,
  ): Promise<Scope> {
    const { credential } = await this.tenancy.createCredential({ tenantId, label, scopes, expiresAt });
    return this.scopeOf(tenantId, `key:${credential.apiKey}`);
  }

  private async scopeOf(tenantId: string, actor: string): Promise<Scope> {
    return this.tenancy.scopeOf(await this.tenancy.findTenant(tenantId), actor, randomUUID());
  }
}

function inDays(scope: Scope, days: number): Date {
  return new Date(nowOf(scope).getTime() + days * 86_400_000);
}
