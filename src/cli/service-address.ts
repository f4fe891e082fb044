import type { INestApplicationContext } from '@nestjs/common';

import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/environment.js';
import { PublicUrl } from '../config/public-url.js';
import { findAddress } from '../startup/kept-address.js';

export const UNKNOWN_ADDRESS = 'the address of the service is not known here; start it, or set PUBLIC_URL';

/**
 * Finds the address of the service for links that are printed: by PUBLIC_URL or PORT of the terminal, else from the
 * service that runs on the same data directory.
 * @returns whether the address is known
 */
export async function learnAddress(app: INestApplicationContext): Promise<boolean> {
  const config = app.get<Config>(CONFIG);
  if (config.publicUrlFrom !== 'default') return true;
  const url = await findAddress(config);
  if (url !== undefined) app.get(PublicUrl).isAt(url);
  return url !== undefined;
}
