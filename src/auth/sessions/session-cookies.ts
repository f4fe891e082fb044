import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';

import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/environment.js';

const NAMES = {
  session: 'integration_session',
  'sign-on': 'integration_sign_on',
  passkey: 'integration_passkey',
} as const;
export type CookieKind = keyof typeof NAMES;

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

interface CookieForm {
  readonly name: string;
  readonly options: CookieOptions;
}

/**
 * The cookies of the administration area. They are sent over TLS only, except on the machine itself, where there is
 * none. With TLS the name begins with `__Host-`: a browser accepts such a cookie from this host only, so that another
 * site of the same university cannot set a session of its own. The prefix requires the path `/`.
 */
@Injectable()
export class SessionCookies {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** The value of the cookie; empty when there is none. */
  read(request: Request, kind: CookieKind): string {
    return parseCookie(request.headers.cookie ?? '')[this.formOf(request, kind).name] ?? '';
  }

  write(
    request: Request,
    response: Response,
    kind: CookieKind,
    { value, expiresAt }: { readonly value: string; readonly expiresAt: Date },
  ): void {
    const { name, options } = this.formOf(request, kind);
    response.cookie(name, value, { ...options, expires: expiresAt });
  }

  clear(request: Request, response: Response, kind: CookieKind): void {
    const { name, options } = this.formOf(request, kind);
    response.clearCookie(name, options);
  }

  private formOf(request: Request, kind: CookieKind): CookieForm {
    // Behind a proxy the header Host may be "localhost" though the browser uses TLS; PUBLIC_URL is what it uses.
    const isLocal = LOCAL.test(request.headers.host ?? '') && !this.config.publicUrl.startsWith('https:');
    // After a single sign-on the browser comes from another site, so it would not send a strict cookie.
    const sameSite = kind === 'sign-on' ? 'lax' : 'strict';
    const common = { httpOnly: true, sameSite } as const;
    return isLocal
      ? { name: NAMES[kind], options: { ...common, secure: false, path: '/api/v1/admin' } }
      : { name: `__Host-${NAMES[kind]}`, options: { ...common, secure: true, path: '/' } };
  }
}
