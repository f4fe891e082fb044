import { Catch, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { PublicUrl } from '../../config/public-url.js';
import type { Refusal } from '../../errors/refusal.js';
import { ErrorFilter } from '../../http/server/error.filter.js';

/**
 * A sign-on is visited, not called: a browser that is refused goes back to the login page, which says why. Whoever does
 * not ask for a page is answered as everywhere.
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
    // Several refusals share a code; the name of the class tells the page which it was.
    const reason = new URLSearchParams({ error: refusal.code, reason: refusal.constructor.name });
    response.redirect(303, `${this.publicUrl.value}/admin/#/login?${reason.toString()}`);
  }
}
