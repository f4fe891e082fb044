import { subscribe } from 'node:diagnostics_channel';
import { ensureBuild } from './setup/setup.mjs';

await ensureBuild();
// The API must answer first; the pages may be built later.
subscribe('integration-api.ready', () => {
  void import('./build/pages.mjs').then(({ buildPagesInBackground }) => buildPagesInBackground());
});
await import(new URL('../dist/main.js', import.meta.url).href);
