import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

const FOLDER = join(import.meta.dirname, '../screenshots');
/** They are for people who look; they take a third of the time of some files. */
const IS_WANTED = process.env['SCREENSHOTS'] !== 'no';

/**
 * Keeps a picture of the whole page, or of what the window shows of it, unless `SCREENSHOTS=no`.
 * @param name of the file, without its ending
 */
export async function keepScreenshot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (!IS_WANTED) return;
  await mkdir(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage });
}
