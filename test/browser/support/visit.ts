import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';

import { until } from './until.js';

/** What must have ended before a page is looked at. */
const BUSY = '[role="progressbar"], .MuiSkeleton-root, [aria-busy="true"]';

/** Chromium writes down every answer of 400 and above; which ones are right is for the tests of the calls. */
function isAboutStatus(message: ConsoleMessage): boolean {
  return message.text().startsWith('Failed to load resource') && message.location().url.includes('/api/v1/');
}

/** One open page of the administration, with everything that went wrong in it. */
export class Visit {
  readonly problems: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly baseUrl: string,
  ) {
    page.on('console', (message) => {
      const { url } = message.location();
      if ((message.type() === 'error' || message.type() === 'warning') && !isAboutStatus(message))
        this.problems.push(`${message.type()}: ${message.text()} (${url.replace(baseUrl, '')})`);
    });
    page.on('pageerror', (error) => this.problems.push(`uncaught: ${error.message}`));
  }

  static async in(context: BrowserContext, baseUrl: string): Promise<Visit> {
    const visit = new Visit(await context.newPage(), baseUrl);
    visit.page.setDefaultTimeout(20_000);
    // Chromium also writes violations of the policy to the console, but not those of reports alone.
    await visit.page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`);
    return visit;
  }

  /** Opens a page by what stands behind the # of its address, and waits for what its heading says. */
  async open(route: string, heading: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/admin/#${route}`);
    await this.settled(heading);
  }

  /** Until the page with this heading has loaded what it shows, and nothing moves any more. */
  async settled(heading: string): Promise<void> {
    const { page } = this;
    await page
      .locator('h1', { hasText: heading })
      .waitFor()
      .catch(async (error: unknown) => {
        const text = await page.locator('body').innerText();
        throw new Error(`${page.url()} shows: ${text.slice(0, 2000)}`, { cause: error });
      });
    await until('the page has settled', async () => {
      const isBusy = (await page.locator(BUSY).locator('visible=true').count()) > 0;
      return !isBusy && (await page.evaluate<boolean>(IS_STILL));
    });
  }
}

const IS_STILL = `document.fonts.status === 'loaded' &&
  document.getAnimations().every(
    (one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity,
  )`;
