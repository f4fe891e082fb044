import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Rules whose findings count as well, although axe-core calls them moderate. */
const ALSO = new Set(['landmark-unique']);

/** The serious findings of axe-core, which keep users from using the page, one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not bind.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || ALSO.has(id))
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
    );
}
