import { subscribe } from 'node:diagnostics_channel';
import { ensureBuild, IS_RELEASE } from './setup/setup.mjs';

await ensureBuild();
// The API must answer first; the pages may be built later.
if (!IS_RELEASE)
  subscribe('integration-api.ready', () => {
    void import('./build/pages.mjs').then(({ buildPagesInBackground }) => buildPagesInBackground());
  });
await import(new URL('../dist/main.js', import.meta.url).href);
