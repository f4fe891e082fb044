import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';

import { MIGRATIONS } from '../../database/migrations/index.js';
import { Leases } from '../../database/transaction/leases.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { SandboxBusy } from '../../errors/sandbox.errors.js';
import type { Day } from '../../tenancy/time/calendar.js';
import { newSandboxId } from '../../tenancy/credentials/secrets.js';
import type { Tenant } from '../../tenancy/tenants/tenant.entity.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { TenancyService } from '../../tenancy/tenants/tenancy.service.js';
import { SandboxesRepository, TEMPLATE_NAME } from '../sandboxes.repository.js';
import type { Seed } from './seed.js';

export const SEED_DOMAIN = 'demo.example.edu';

/** Another version of the schema may store the same in another way. */
const VERSION = MIGRATIONS.at(-1)?.name.replace(/\D+/, '') ?? '';
const LEASE_MS = 120_000;
const LOOK_MS = 100;
const LONGEST_MS = 60_000;

/** The templates from which sandboxes are copied. */
@Injectable()
export class SeedsService {
  /** Calls of this process that come at once share one template. */
  private readonly making = new Map<string, Promise<string>>();

  constructor(
    private readonly repository: SandboxesRepository,
    private readonly tenancy: TenancyService,
    private readonly unitOfWork: UnitOfWork,
    private readonly leases: Leases,
    private readonly loader: LazyModuleLoader,
  ) {}

  /**
   * The template of a seed as it is at the beginning of a day; undefined for the empty seed. The first call of a day
   * makes it, in a few seconds; other processes wait for it.
   * @throws {SandboxBusy} when another process takes a minute
   */
  async templateOf(seed: Seed, day: Day): Promise<string | undefined> {
    if (seed === 'empty') return undefined;
    const name = `${seed} ${day}`;
    let template = this.making.get(name);
    if (template === undefined) {
      template = this.findOrMake(seed, day).finally(() => this.making.delete(name));
      this.making.set(name, template);
    }
    return template;
  }

  /** The settings of a template, with which its copies begin. */
  async settingsOf(templateId: string | undefined): Promise<Tenant['settings']> {
    return templateId === undefined ? null : (await this.tenancy.findTenant(templateId)).settings;
  }

  private async findOrMake(seed: 'demo' | number, day: Day): Promise<string> {
    const key = { seed: String(seed), day, version: VERSION };
    const lease = `sandbox-template ${seed} ${day}`;
    const deadline = wallTime().getTime() + LONGEST_MS;
    for (;;) {
      const known = await this.repository.template(key);
      if (known !== null) {
        await this.repository.markUsed(known, wallTime());
        return known.templateId;
      }
      if (await this.leases.hold(lease, LEASE_MS)) return this.makeAlone(key, seed, lease);
      if (wallTime().getTime() > deadline) throw new SandboxBusy();
      await delay(LOOK_MS);
    }
  }

  private async makeAlone(
    key: { readonly seed: string; readonly day: Day; readonly version: string },
    seed: 'demo' | number,
    lease: string,
  ): Promise<string> {
    try {
      // Another process may have finished between the look and the lease.
      const known = await this.repository.template(key);
      if (known !== null) return known.templateId;
      const templateId = await this.make(seed, key.day);
      await this.repository.addTemplate({ ...key, templateId, usedAt: wallTime() });
      return templateId;
    } finally {
      await this.leases.release(lease);
    }
  }

  /** The time of the template stands still at the beginning of the day, so that no stamp is later than a sandbox's. */
  private async make(seed: 'demo' | number, day: Day): Promise<string> {
    const [{ DemoModule }, { DemoService }, { DEMO_UNIVERSITY, universityOf }] = await Promise.all([
      import('../../demo/demo.module.js'),
      import('../../demo/demo.service.js'),
      import('../../demo/university.js'),
    ]);
    const now = `${day}T00:00:00.000Z`;
    const template: Tenant = {
      id: newSandboxId(),
      name: TEMPLATE_NAME,
      emailDomain: SEED_DOMAIN,
      status: 'suspended',
      settings: null,
      clock: { now, setAt: now, frozen: true },
      resets: 0,
      createdAt: wallTime(),
    };
    await this.unitOfWork.run((transaction) =>
      transaction.entities((manager) => manager.insert('tenants', template)),
    );
    const demo = (await this.loader.load(() => DemoModule)).get(DemoService);
    await demo.fill(template.id, seed === 'demo' ? DEMO_UNIVERSITY : universityOf(seed));
    return template.id;
  }
}
