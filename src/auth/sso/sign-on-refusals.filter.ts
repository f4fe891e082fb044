import { Catch, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { PublicUrl } from '../../config/public-url.js';
import type { Refusal } from '../../errors/refusal.js';
import { ErrorFilter } from '../../http/server/error.filter.js';

/**
 * Redirects a browser whose sign-on is refused to the login page, which shows why. A client that does not accept HTML
 * gets the usual answer.
 */
@Catch()
@Injectable()
export class SignOnRefusals extends ErrorFilter {
  constructor(private readonly publicUrl: PublicUrl) {
    super();
  }

  protected override answer(refusal: Refusal, request: Request, response: Response): void {
    if (request.accepts(['json', 'html']) !== 'html') {
      super.answer(refusal, request, response);
      return;
    }
    // Several refusals share a code, so the page needs the name of the class.
    const reason = new URLSearchParams({ error: refusal.code, reason: refusal.constructor.name });
    response.redirect(303, `${this.publicUrl.value}/admin/#/login?${reason.toString()}`);
  }
}
