import { Injectable } from '@nestjs/common';

import { OpenIdProvider } from './openid-provider.js';
import type { ProvenIdentity, ProviderAccount, SignOnProtocol } from './provider-account.js';
import { SamlProvider } from './saml/saml-provider.js';
import type { SignOnTicket } from './sign-on-ticket.js';

/** Signs on by the protocol of the provider. */
@Injectable()
export class SignOnProtocols implements SignOnProtocol<ProviderAccount> {
  constructor(
    private readonly openId: OpenIdProvider,
    private readonly saml: SamlProvider,
  ) {}

  signOnAddress(account: ProviderAccount, ticket: SignOnTicket): Promise<URL> {
    return account.protocol === 'saml'
      ? this.saml.signOnAddress(account, ticket)
      : this.openId.signOnAddress(account, ticket);
  }

  identify(
    account: ProviderAccount,
    ticket: SignOnTicket,
    returned: URLSearchParams,
  ): Promise<ProvenIdentity> {
    return account.protocol === 'saml'
      ? this.saml.identify(account, ticket, returned)
      : this.openId.identify(account, ticket, returned);
  }
}
