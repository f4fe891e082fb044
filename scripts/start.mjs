import { subscribe } from 'node:diagnostics_channel';
import { ensureBuild, ensureModules, ensureNode } from './setup.mjs';

ensureNode();
await ensureModules();
await ensureBuild();
// The pages can wait; whoever calls the API cannot.
subscribe('integration-api.ready', () => {
  void import('./pages.mjs').then(({ buildPagesInBackground }) => buildPagesInBackground());
});
await import('../dist/main.js');
