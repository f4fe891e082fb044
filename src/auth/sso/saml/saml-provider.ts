import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import type { SAML, SamlConfig } from '@node-saml/node-saml';

import { explain } from '../../../database/transaction/database-errors.js';
import { LineLogger } from '../../../log-lines/line-logger.js';
import { wallTime } from '../../../tenancy/time/tenant-clock.js';
import { sentence } from '../../../texts/sentence.js';
import {
  ProviderExpired,
  type ProvenIdentity,
  ProviderRefused,
  type SamlAccount,
  type SignOnProtocol,
} from '../provider-account.js';
import { SignOnAddresses } from '../sign-on-addresses.js';
import { type SignOnTicket, TICKET_MS } from '../sign-on-ticket.js';
import { isAddressOf } from '../verified-address.js';
import {
  AnswerRefused,
  checkResponse,
  type ExpectedAnswer,
  readAssertion,
  type SamlAssertion,
  SKEW_MS,
} from './saml-answer.js';
import { personOf } from './saml-attributes.js';
import { hasRunOut } from './saml-metadata.js';
import { UsedAssertionsRepository } from './used-assertions.repository.js';

/** No ticket that an assertion could belong to is valid any more, also where the clocks of processes differ. */
const KEPT_MS = 6 * TICKET_MS;

type SamlLibrary = typeof import('@node-saml/node-saml');

/** Loads the library at the first sign-on, as most processes never need it. */
const loadLibrary = (): Promise<SamlLibrary> => import('@node-saml/node-saml');

/** An ID must not begin with a digit. */
const requestIdOf = ({ state }: SignOnTicket): string => `_${state}`;

/**
 * Signs on by SAML 2.0, web browser profile: an unsigned request by redirection, and an answer by POST with a signed
 * assertion. Signatures, conditions and audience are checked by the library; what it leaves out by `saml-answer.ts`.
 */
@Injectable()
export class SamlProvider implements SignOnProtocol<SamlAccount> {
  private readonly logger = new LineLogger(SamlProvider.name);

  constructor(
    private readonly addresses: SignOnAddresses,
    private readonly used: UsedAssertionsRepository,
  ) {}

  /** The metadata of the service itself, XML. */
  async metadataOfService(): Promise<string> {
    const { generateServiceProviderMetadata } = await loadLibrary();
    return generateServiceProviderMetadata({
      issuer: this.addresses.samlEntityId,
      callbackUrl: this.addresses.samlAnswers,
      identifierFormat: null,
      wantAssertionsSigned: true,
      // Otherwise another one at each call.
      generateUniqueId: () => 'service',
    });
  }

  async signOnAddress(account: SamlAccount, ticket: SignOnTicket): Promise<URL> {
    const library = await this.library(account, ticket);
    return new URL(await library.getAuthorizeUrlAsync('', undefined, {}));
  }

  async identify(
    account: SamlAccount,
    ticket: SignOnTicket,
    returned: URLSearchParams,
  ): Promise<ProvenIdentity> {
    const { issuer, tenantId, emailDomain } = account;
    const expected = { issuer, address: this.addresses.samlAnswers, requestId: requestIdOf(ticket) };
    const [answer = '', ...others] = returned.getAll('SAMLResponse');
    if (others.length > 0) throw new ProviderRefused(sentence('There are several answers.'));
    const { id, persistentId, attributes } = await this.assertionIn(answer, account, ticket, expected);
    await this.useUp(tenantId, `${issuer} ${id}`);
    const person = personOf(attributes, persistentId);
    return { ...person, isVerified: isAddressOf(person.email ?? '', emailDomain) };
  }

  /** @throws {ProviderRefused} when the assertion was used before, in any process */
  private async useUp(tenantId: string, name: string): Promise<void> {
    const now = wallTime();
    const hash = createHash('sha256').update(name).digest();
    if (!(await this.used.add({ tenantId }, hash, new Date(now.getTime() + KEPT_MS))))
      throw new ProviderRefused(sentence('The assertion was used before.'));
    await this.used.deleteExpired(now).catch((error: unknown) => {
      this.logger.warn({ msg: 'used assertions of SAML were not deleted', ...explain(error) });
    });
  }

  /** @throws {ProviderRefused} */
  private async assertionIn(
    answer: string,
    account: SamlAccount,
    ticket: SignOnTicket,
    expected: ExpectedAnswer,
  ): Promise<SamlAssertion> {
    const library = await this.library(account, ticket);
    try {
      checkResponse(Buffer.from(answer, 'base64').toString('utf8'), expected);
      const { profile } = await library.validatePostResponseAsync({ SAMLResponse: answer });
      return readAssertion(profile?.getAssertionXml?.() ?? '', expected, wallTime());
    } catch (error) {
      // The library's messages may quote the answer.
      throw new ProviderRefused(
        error instanceof AnswerRefused
          ? error.reason
          : sentence(
              'Its signature, its audience or its time is not right; check its certificate, entity ID and clock.',
            ),
      );
    }
  }

  /** @throws {ProviderExpired} */
  private async library(account: SamlAccount, ticket: SignOnTicket): Promise<SAML> {
    if (hasRunOut(account, wallTime())) throw new ProviderExpired();
    const library = await loadLibrary();
    return new library.SAML(this.settingsFor(account, requestIdOf(ticket)));
  }

  private settingsFor({ signOnUrl, certificates }: SamlAccount, requestId: string): SamlConfig {
    return {
      entryPoint: signOnUrl,
      issuer: this.addresses.samlEntityId,
      audience: this.addresses.samlEntityId,
      callbackUrl: this.addresses.samlAnswers,
      idpCert: [...certificates],
      wantAssertionsSigned: true,
      // What is signed must be the assertion; providers sign the answer around it as well, or not.
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: SKEW_MS,
      generateUniqueId: () => requestId,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
    };
  }
}
