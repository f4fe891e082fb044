import { randomBytes } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import {
  SignOnAway,
  SignOnNotBegun,
  SignOnNotOffered,
  SignOnRefused,
  SignOnWithoutAccount,
  SignOnWithoutEmail,
} from '../../errors/sign-on.errors.js';
import { SERVER_KEY } from '../../tenancy/server-key.js';
import { TenancyService, UnknownName } from '../../tenancy/tenancy.service.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { type NewSession, SessionsService } from '../sessions.service.js';
import { OpenIdProvider, type ProviderAccount, ProviderAway, ProviderRefused } from './openid-provider.js';
import { SignOnSettingsService } from './sign-on-settings.service.js';
import { SignOnTickets } from './sign-on-ticket.js';

const CALLBACK = '/api/v1/admin/sso/callback';

/** A browser on its way to its provider. */
export interface BegunSignOn {
  readonly location: string;
  readonly ticket: { readonly value: string; readonly expiresAt: Date };
}

const randomText = (): string => randomBytes(32).toString('base64url');

function refuse(error: unknown): never {
  if (error instanceof ProviderAway) throw new SignOnAway();
  if (error instanceof ProviderRefused) throw new SignOnRefused();
  throw error;
}

/** Lets users in whom their university's own OpenID provider has seen. It never makes an account. */
@Injectable()
export class SignOnService {
  private readonly tickets: SignOnTickets;

  constructor(
    private readonly settings: SignOnSettingsService,
    private readonly provider: OpenIdProvider,
    private readonly people: UserLookup,
    private readonly sessions: SessionsService,
    private readonly tenancy: TenancyService,
    private readonly publicUrl: PublicUrl,
    @Inject(SERVER_KEY) serverKey: string,
  ) {
    this.tickets = new SignOnTickets(serverKey);
  }

  /** What the provider must know as our address. */
  get redirectUri(): string {
    return this.publicUrl.value + CALLBACK;
  }

  /** Where a session that was opened here goes on. */
  get afterwards(): string {
    return `${this.publicUrl.value}/admin/`;
  }

  /** @throws {SignOnNotOffered} {SignOnAway} */
  async begin(tenantId: string): Promise<BegunSignOn> {
    const account = await this.accountOf(tenantId);
    const ticket = { tenantId, state: randomText(), nonce: randomText(), codeVerifier: randomText() };
    const location = await this.provider.signOnAddress(account, ticket, this.redirectUri).catch(refuse);
    return { location: location.href, ticket: this.tickets.issue(ticket) };
  }

  /**
   * @param query what the provider sent the browser back with
   * @throws {SignOnNotBegun} {SignOnNotOffered} {SignOnAway} {SignOnRefused} {SignOnWithoutEmail} {SignOnWithoutAccount}
   */
  async finish(query: string, sealedTicket: string, address: string): Promise<NewSession> {
    const ticket = this.tickets.read(sealedTicket);
    if (ticket === undefined) throw new SignOnNotBegun();
    const { tenantId } = ticket;
    const account = await this.accountOf(tenantId);
    const returned = new URL(`${this.redirectUri}${query}`);
    const { email, isVerified } = await this.provider.identify(account, ticket, returned).catch(refuse);
    if (email === undefined || !isVerified) throw new SignOnWithoutEmail();
    const user = await this.people.findByEmail({ tenantId }, emailKeyOf(email));
    const session = user && (await this.sessions.open(tenantId, user.id, address));
    if (session === undefined) throw new SignOnWithoutAccount();
    return session;
  }

  private async accountOf(tenantId: string): Promise<ProviderAccount> {
    const tenant = await this.tenancy.findTenant(tenantId).catch((error: unknown) => {
      throw error instanceof UnknownName ? new SignOnNotOffered() : error;
    });
    const account = tenant.status === 'active' ? await this.settings.account({ tenantId }) : undefined;
    if (account === undefined) throw new SignOnNotOffered();
    return account;
  }
}
