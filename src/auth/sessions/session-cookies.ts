import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';

import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/environment.js';

const NAMES = {
  session: 'integration_session',
  openid: 'integration_sign_on',
  saml: 'integration_saml_sign_on',
  passkey: 'integration_passkey',
} as const;
export type CookieKind = keyof typeof NAMES;

/**
 * After a single sign-on the browser comes from another site, so it would not send a strict cookie; and from a provider
 * of SAML it comes with a form by POST, for which it sends none but one with `none`.
 */
const SAME_SITE = { session: 'strict', passkey: 'strict', openid: 'lax', saml: 'none' } as const;

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** What a cookie keeps, and until when. */
export interface CookieContent {
  readonly value: string;
  readonly expiresAt: Date;
}

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

  write(request: Request, response: Response, kind: CookieKind, { value, expiresAt }: CookieContent): void {
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
    const sameSite = SAME_SITE[kind];
    // Without TLS a browser takes no cookie with `none`. Other ports of the machine are the same site.
    return isLocal
      ? {
          name: NAMES[kind],
          options: {
            httpOnly: true,
            sameSite: sameSite === 'none' ? 'lax' : sameSite,
            secure: false,
            path: '/api/v1/admin',
          },
        }
      : { name: `__Host-${NAMES[kind]}`, options: { httpOnly: true, sameSite, secure: true, path: '/' } };
  }
}
