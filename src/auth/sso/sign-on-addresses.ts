import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';

const CALLS = '/api/v1/admin/sso';

/** The addresses of single sign-on, which providers must know or to which browsers are sent. */
@Injectable()
export class SignOnAddresses {
  constructor(private readonly publicUrl: PublicUrl) {}

  /** Where an OpenID provider sends browsers back to. */
  get redirectUri(): string {
    return `${this.publicUrl.value}${CALLS}/callback`;
  }

  /** Where browsers post the answers of a SAML provider. */
  get samlAnswers(): string {
    return `${this.publicUrl.value}${CALLS}/saml/acs`;
  }

  /** The name of the service for SAML providers, and the address of its metadata. */
  get samlEntityId(): string {
    return `${this.publicUrl.value}${CALLS}/saml/metadata`;
  }

  /** The page for a browser that has signed on. */
  get landingPage(): string {
    return `${this.publicUrl.value}/admin/`;
  }

  /** The page to which a test comes back. */
  get testPage(): string {
    return `${this.publicUrl.value}/admin/#/sign-on`;
  }
}
