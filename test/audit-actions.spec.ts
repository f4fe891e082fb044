import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT_ROOT } from './support/service-process.js';

/** An action of the audit log as the code names it, with or without the name of its property. */
const ACTION =
  /\baction(?:: | = [^;]*?)'([a-z][a-z_-]*\.[a-z_-]+)'|\? '([a-z_-]+\.[a-z_-]+)' : '([a-z_-]+\.[a-z_-]+)'/g;

function recordedActions(): string[] {
  const src = join(PROJECT_ROOT, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((name) => /\.ts$/.test(name) && !/(?:\.spec\.ts|asyncapi)/.test(name))
    .map((name) => readFileSync(join(src, name), 'utf8'));
  const found = texts.flatMap((text) => [...text.matchAll(ACTION)]).flatMap(([, ...names]) => names);
  // Of the three groups only those that took part have a name.
  return [...new Set(found.filter(Boolean))].sort();
}

describe('the actions of the audit log', () => {
  it('are written with hyphens', () => {
    expect(recordedActions().filter((action) => action.includes('_'))).toEqual([]);
  });

  it('have words in the pages', () => {
    const pages = readFileSync(join(PROJECT_ROOT, 'pages/src/audit/actions.ts'), 'utf8');
    const actions = recordedActions();
    expect(actions).toContain('run.undone');
    expect(actions.filter((action) => !pages.includes(`'${action}': t\``))).toEqual([]);
  });
});
