import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';

import { until } from '../../support/until.js';

/** Of all waiting for a page. */
const LIMIT_MS = 20_000;
/** Indicators of loading, which must be gone before a page is checked. */
const BUSY = '[role="progressbar"], .MuiSkeleton-root, [aria-busy="true"]';

/** Chromium logs every answer of 400 and above; the tests of the calls check these. */
function isAboutStatus(message: ConsoleMessage): boolean {
  return message.text().startsWith('Failed to load resource') && message.location().url.includes('/api/v1/');
}

/** One open page of the administration, with the errors that it caused. */
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
    visit.page.setDefaultTimeout(LIMIT_MS);
    // Chromium also writes violations of the policy to the console, but not those of reports alone.
    await visit.page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`);
    return visit;
  }

  /** Opens the page at this address after the #, and waits for its heading. */
  async open(route: string, heading: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/admin/#${route}`);
    await this.settled(heading);
  }

  /** Waits until the page with this heading has loaded and all animations have ended. */
  async settled(heading: string): Promise<void> {
    const { page } = this;
    await page
      .locator('h1', { hasText: heading })
      .waitFor()
      .catch(async (error: unknown) => {
        const text = await page.locator('body').innerText();
        throw new Error(`${page.url()} shows: ${text.slice(0, 2000)}`, { cause: error });
      });
    const isSettled = async (): Promise<boolean> => {
      const isBusy = (await page.locator(BUSY).locator('visible=true').count()) > 0;
      return !isBusy && (await page.evaluate<boolean>(IS_STILL));
    };
    await until('the page has settled', isSettled, { within: LIMIT_MS });
  }
}

const IS_STILL = `document.fonts.status === 'loaded' &&
  document.getAnimations().every(
    (one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity,
  )`;
