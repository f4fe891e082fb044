import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { LazyModuleLoader } from '@nestjs/core';
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions } from 'playwright-core';

import { DemoModule } from '../../../src/demo/demo.module.js';
import { type Demo, DemoService } from '../../../src/demo/demo.service.js';
import { isRootUser } from '../../../src/database/private-server/process-identity.js';
import { TenancyService } from '../../../src/tenancy/tenants/tenancy.service.js';
import { Administrators, PASSWORD, type TestAdministrator } from '../../support/administrators.js';
import { BEHIND_A_PROXY, TestService, type TestTenant } from '../../support/service.js';
import { Visit } from './visit.js';

/**
 * A page lives for seconds, too short for its scripts to be worth optimising: without it the tests take a sixth less of
 * the processor.
 */
const NOT_OPTIMISED = '--js-flags=--no-opt --no-maglev';

/** As with a screen reader: without it Chromium does not see, and not warn, that the focus is hidden from one. */
const FOR_SCREEN_READERS = '--force-renderer-accessibility';

export const WIDE = { width: 1280, height: 800 };
export const MEDIUM = { width: 1024, height: 768 };
export const NARROW = { width: 390, height: 844 };
/** A window of 1280 by 800 whose page is enlarged to 200 %. */
export const ENLARGED = { width: 640, height: 400 };

/** The service with its pages, and a browser to look at them. */
export class Pages {
  service!: TestService;
  administrators!: Administrators;
  private browser!: Browser;
  private dataDir!: string;
  private readonly visits: Visit[] = [];
  private readonly demos: string[] = [];

  /** @param launch options of the browser */
  static async start(launch: LaunchOptions = {}): Promise<Pages> {
    const pages = new Pages();
    await pages.open({}, launch);
    return pages;
  }

  /** Open for all tests of the file that runs; none of them leaves an error of the browser behind. */
  static ofFile(env: Readonly<Record<string, string>> = {}): Pages {
    const pages = new Pages();
    beforeAll(() => pages.open(env));
    afterEach(async () => {
      expect(await pages.leave()).toEqual([]);
    });
    afterAll(() => pages.stop());
    return pages;
  }

  private async open(env: Readonly<Record<string, string>>, launch: LaunchOptions = {}): Promise<void> {
    this.dataDir = await mkdtemp(join(tmpdir(), 'browser-tests-'));
    this.service = await TestService.start({ ...BEHIND_A_PROXY, ...env, DATA_DIR: this.dataDir });
    this.administrators = new Administrators(this.service);
    this.browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? 'chromium',
      // Chromium's sandbox does not work for root.
      chromiumSandbox: !isRootUser(),
      ...launch,
      args: [NOT_OPTIMISED, FOR_SCREEN_READERS, ...(launch.args ?? [])],
    });
  }

  async stop(): Promise<void> {
    await this.browser.close();
    // Its administrator has the same address and password in every file of tests; a login would find any of them.
    const tenancy = this.service.app.get(TenancyService);
    for (const tenantId of this.demos) await tenancy.setTenantStatus(tenantId, 'suspended');
    await this.service.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** A page in a browser of its own, as a person without a session sees it. */
  async visit(options: BrowserContextOptions = {}, baseUrl = this.service.baseUrl): Promise<Visit> {
    const context = await this.browser.newContext({
      viewport: WIDE,
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      ...options,
    });
    const visit = await Visit.in(context, baseUrl);
    this.visits.push(visit);
    return visit;
  }

  /**
   * Ends all visits.
   * @returns the errors that the browser reported
   */
  async leave(): Promise<string[]> {
    const visits = this.visits.splice(0);
    await Promise.all(visits.map(({ page }) => page.context().close()));
    return visits.flatMap(({ problems }) => problems);
  }

  /** A new user with the role, logged in without the login page. */
  async administrator(
    tenant: TestTenant,
    options: BrowserContextOptions = {},
  ): Promise<{ visit: Visit; person: TestAdministrator }> {
    const person = await this.administrators.make(tenant);
    return { visit: await this.visitAs(person.email, options), person };
  }

  /** Logs in a user who has a password. */
  async visitAs(email: string, options: BrowserContextOptions = {}): Promise<Visit> {
    const { cookie } = await this.administrators.browser(email);
    const visit = await this.visit(options);
    const [name = '', value = ''] = cookie.split('=');
    await visit.page.context().addCookies([{ name, value, url: this.service.baseUrl }]);
    return visit;
  }

  /** The part of the invitation's address after the #. */
  async invitation(tenant: TestTenant, email: string): Promise<string> {
    return (await this.administrators.invite(tenant, email)).link.split('#')[1] ?? '';
  }

  /** The demo university, whose administrator has accepted with the tests' password. */
  async demo(): Promise<Demo> {
    const module = await this.service.app.get(LazyModuleLoader).load(() => DemoModule);
    const demo = await module.get(DemoService).create();
    this.demos.push(demo.tenantId);
    const accepted = await this.administrators.accept(demo.invitation.split('token=')[1] ?? '');
    if (accepted.status !== 200) throw new Error(accepted.body.message);
    return demo;
  }
}

export { PASSWORD };
