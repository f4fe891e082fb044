import { createHash } from 'node:crypto';

import type { INestApplication } from '@nestjs/common';
import type { Request, Response } from 'express';

import { protectPage } from './page-headers.js';

interface Link {
  /** Its name in the answer for programs. */
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

/** What a visitor may look for; it names nothing of a tenant. */
const LINKS: readonly Link[] = [
  {
    name: 'reference',
    path: '/docs',
    title: 'Reference',
    description: 'Quick start, guides and every call of the integration API',
  },
  {
    name: 'administration',
    path: '/admin/',
    title: 'Administration',
    description: 'The pages of the administrators of a university',
  },
  {
    name: 'administrationReference',
    path: '/docs/admin',
    title: 'Administration API',
    description: 'The calls that the administration pages make',
  },
  {
    name: 'openapi',
    path: '/docs/openapi.json',
    title: 'OpenAPI document',
    description: 'All calls, for generators of clients',
  },
  {
    name: 'scim',
    path: '/docs/scim.json',
    title: 'SCIM document',
    description: 'The calls of identity providers',
  },
  {
    name: 'events',
    path: '/docs/asyncapi.json',
    title: 'AsyncAPI document',
    description: 'The events that the service takes and hands out',
  },
  {
    name: 'health',
    path: '/health/ready',
    title: 'Health',
    description: 'Whether the service can do its work now',
  },
];

// The colours of pages/src/colours.ts.
const STYLE = `
:root { color-scheme: light dark; --text: #0f172a; --soft: #475569; --link: #1d4ed8; --page: #f5f7fa; --card: #ffffff;
  --line: #dbe1ea; }
@media (prefers-color-scheme: dark) { :root { --text: #e6ebf3; --soft: #a9b5c7; --link: #93b4ff; --page: #0f1520;
  --card: #171f2c; --line: #2c3748; } }
body { margin: 0; background: var(--page); color: var(--text); line-height: 1.5;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
p { margin: 0; color: var(--soft); }
ul { list-style: none; margin: 1.5rem 0 0; padding: 0; display: grid; gap: .75rem; }
li { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; }
a { color: var(--link); font-weight: 600; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`;

const ITEMS = LINKS.map(
  ({ path, title, description }) => `<li><a href="${path}">${title}</a><p>${description}</p></li>`,
);
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Integration API</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Integration API</h1>
<p>Provisioning of people, doctoral progress and the sync queue.</p>
<ul>
${ITEMS.join('\n')}
</ul>
</main>
</body>
</html>
`;
/** Allows the style above and nothing else. */
const POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ANSWER = {
  success: true,
  message: 'Integration API',
  data: Object.fromEntries(LINKS.map(({ name, path }) => [name, path])),
};

/** Answers the address of the service itself by links, to programs as JSON. */
export function serveDoor(app: INestApplication): void {
  app.getHttpAdapter().get('/', (request: Request, response: Response) => {
    protectPage(response, POLICY);
    response.set({ 'Cache-Control': 'no-store', Vary: 'Accept' });
    if (request.accepts(['html', 'json']) === 'json') response.type('json').send(JSON.stringify(ANSWER));
    else response.type('html').send(PAGE);
  });
}
