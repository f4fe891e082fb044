import type { INestApplication } from '@nestjs/common';
import type { Request, Response } from 'express';

import { answer, pagePolicy, protectPage } from '../../admin-pages/page-headers.js';
import { ERROR_MEANINGS } from '../../errors/meanings.js';
import { ERROR_CODES, ERROR_STATUS, type ErrorCode } from '../../errors/refusal.js';

const POLICY = pagePolicy("'unsafe-inline'");
const STYLE = `:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere;
  background: Canvas; color: CanvasText; }
body { max-width: 45rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; }`;

/** The sentences of the meanings have Markdown's marks of code, and nothing else of it. */
function htmlOf(sentence: string): string {
  const escaped = sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Integration API</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
<nav aria-label="Reference"><a href="/docs/errors">All error codes</a> · <a href="/docs">Reference</a></nav>
</body>
</html>
`;
}

function pageOf(code: ErrorCode): string {
  const { meaning, remedy } = ERROR_MEANINGS[code];
  return page(
    code,
    `<p>Status ${ERROR_STATUS[code]}. ${htmlOf(meaning)}</p>\n<p>What to do: ${htmlOf(remedy)}</p>`,
  );
}

function listOfPages(): string {
  const items = ERROR_CODES.map((code) => {
    const link = `<a href="/docs/errors/${code}">${code}</a>`;
    return `<li>${link}, status ${ERROR_STATUS[code]}: ${htmlOf(ERROR_MEANINGS[code].meaning)}</li>`;
  });
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function isErrorCode(text: unknown): text is ErrorCode {
  return ERROR_CODES.some((code) => code === text);
}

/** A page for each error code, which the answers with it link, and one that lists them; without scripts. */
export function serveErrorPages(app: INestApplication): void {
  const adapter = app.getHttpAdapter();
  const send = (response: Response, status: number, html: string): void => {
    protectPage(response, POLICY);
    answer(response, status, 'html', html);
  };
  adapter.get('/docs/errors', (_request: Request, response: Response) => {
    send(response, 200, page('Error codes', listOfPages()));
  });
  adapter.get('/docs/errors/:code', ({ params }: Request, response: Response) => {
    const { code } = params;
    if (isErrorCode(code)) send(response, 200, pageOf(code));
    else send(response, 404, page('Unknown error code', `<p>The API has these codes:</p>\n${listOfPages()}`));
  });
}
