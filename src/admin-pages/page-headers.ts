import type { Response } from 'express';

const RELOAD_SECONDS = 3;

/**
 * Allows scripts, images and requests of this service only.
 * @param styles where styles may come from
 */
export function pagePolicy(styles: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Sets the headers that every page has. */
export function protectPage(response: Response, policy: string): void {
  response.set({
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
}

/** Answers what no cache may store. */
export function answer(response: Response, status: number, type: string, text: string): void {
  response.status(status).set('Cache-Control', 'no-store').type(type).send(text);
}

/** Answers a page that reloads by itself until the built one is there. */
export function answerNotBuilt(response: Response, title: string): void {
  response.set({ 'Retry-After': String(RELOAD_SECONDS), Refresh: String(RELOAD_SECONDS) });
  answer(
    response,
    503,
    'html',
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>
<h1>${title}</h1>
<p>The pages are being built; this page reloads by itself. The API works already.</p>
</body>
</html>
`,
  );
}
