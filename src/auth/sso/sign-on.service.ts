import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import {
  SignOnAway,
  SignOnNotBegun,
  SignOnNotOffered,
  SignOnRefused,
  SignOnWithoutAccount,
  SignOnWithoutEmail,
} from '../../errors/sign-on.errors.js';
import { Refusal } from '../../errors/refusal.js';
import type { Scope } from '../../tenancy/scope.js';
import { ServerKeys } from '../../secrets/server-keys.js';
import { TenancyService, UnknownName } from '../../tenancy/tenants/tenancy.service.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import type { User } from '../../users/model/user.entity.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import { type NewSession, SessionsService } from '../sessions/sessions.service.js';
import { OpenIdProvider, type ProviderAccount, ProviderAway, ProviderRefused } from './openid-provider.js';
import { SignOnSettingsService } from './sign-on-settings.service.js';
import { SignOnSetUpService } from './sign-on-set-up.service.js';
import { type SignOnTicket, SignOnTickets } from './sign-on-ticket.js';

const CALLBACK = '/api/v1/admin/sso/callback';

/** The provider's address, and the ticket that the browser keeps meanwhile. */
export interface StartedSignOn {
  readonly location: string;
  readonly ticket: { readonly value: string; readonly expiresAt: Date };
}

const randomText = (): string => randomBytes(32).toString('base64url');

function refuse(error: unknown): never {
  if (error instanceof ProviderAway) throw new SignOnAway();
  if (error instanceof ProviderRefused) throw new SignOnRefused();
  throw error;
}

/** Logs users in by the OpenID provider of their university. It creates no accounts. */
@Injectable()
export class SignOnService {
  private readonly tickets: SignOnTickets;

  constructor(
    private readonly settings: SignOnSettingsService,
    private readonly setUp: SignOnSetUpService,
    private readonly provider: OpenIdProvider,
    private readonly people: UserLookup,
    private readonly sessions: SessionsService,
    private readonly tenancy: TenancyService,
    private readonly publicUrl: PublicUrl,
    keys: ServerKeys,
  ) {
    this.tickets = new SignOnTickets(keys);
  }

  /** The callback address, which must be registered with the provider. */
  get redirectUri(): string {
    return this.publicUrl.value + CALLBACK;
  }

  /** The page for a browser that has signed on. */
  get landingPage(): string {
    return `${this.publicUrl.value}/admin/`;
  }

  /**
   * Begins a sign-on.
   * @throws {SignOnNotOffered} when the tenant is unknown, suspended or without a provider
   * @throws {SignOnAway} when the provider cannot be reached
   */
  async begin(tenantId: string): Promise<StartedSignOn> {
    const account = await this.accountOf(tenantId);
    const ticket = { tenantId, state: randomText(), nonce: randomText(), codeVerifier: randomText() };
    const location = await this.provider.signOnAddress(account, ticket, this.redirectUri).catch(refuse);
    return { location: location.href, ticket: this.tickets.issue(ticket) };
  }

  /**
   * Begins a sign-on with the provider that is being set up.
   * @throws {NoSignOnDraft} when nothing is being set up
   * @throws {SignOnAway} when the provider cannot be reached
   */
  async beginTest({ tenantId }: Scope): Promise<StartedSignOn> {
    const { account, changedAt } = await this.setUp.draftAccount({ tenantId });
    const random = { state: randomText(), nonce: randomText(), codeVerifier: randomText() };
    const ticket = { tenantId, ...random, testOf: changedAt.getTime() };
    const location = await this.provider.signOnAddress(account, ticket, this.redirectUri).catch(refuse);
    return { location: location.href, ticket: this.tickets.issue(ticket) };
  }

  /** Whether this sign-on is a test, whose result {@link finishTest} stores. */
  isTest(sealedTicket: string): boolean {
    return this.tickets.read(sealedTicket)?.testOf !== undefined;
  }

  /** Stores the result of a test, which opens no session. */
  async finishTest(query: string, sealedTicket: string): Promise<void> {
    const ticket = this.tickets.read(sealedTicket);
    if (ticket?.testOf === undefined) return;
    const { tenantId } = ticket;
    const changedAt = new Date(ticket.testOf);
    try {
      const { account } = await this.setUp.draftAccount({ tenantId });
      const { email } = await this.confirmed(account, ticket, query);
      await this.setUp.noteTest({ tenantId }, changedAt, { email });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await this.setUp.noteTest({ tenantId }, changedAt, { problem: error.message });
    }
  }

  /** The page to which a test comes back. */
  get testPage(): string {
    return `${this.publicUrl.value}/admin/#/sign-on`;
  }

  /**
   * Opens a session for the user whom the provider has confirmed.
   * @param query the parameters that the provider added to the callback address
   * @throws {SignOnNotBegun} when the ticket is missing, changed or too old
   * @throws {SignOnNotOffered} when the tenant is suspended or has no provider any more
   * @throws {SignOnAway} when the provider cannot be reached
   * @throws {SignOnRefused} when the provider refused the person or its answer is not valid
   * @throws {SignOnWithoutEmail} when the provider sends no verified e-mail address
   * @throws {SignOnWithoutAccount} when no active user of the tenant has that address
   */
  async finish(query: string, sealedTicket: string, address: string): Promise<NewSession> {
    const ticket = this.tickets.read(sealedTicket);
    if (ticket === undefined) throw new SignOnNotBegun();
    const { tenantId } = ticket;
    const account = await this.accountOf(tenantId);
    const user = await this.confirmed(account, ticket, query);
    const session = await this.sessions.open(tenantId, user.id, address);
    if (session === undefined) throw new SignOnWithoutAccount();
    return session;
  }

  /** The active user of the tenant whom the provider has confirmed. */
  private async confirmed(account: ProviderAccount, ticket: SignOnTicket, query: string): Promise<User> {
    const returned = new URL(`${this.redirectUri}${query}`);
    const { email, isVerified } = await this.provider.identify(account, ticket, returned).catch(refuse);
    if (email === undefined || !isVerified) throw new SignOnWithoutEmail();
    const { tenantId } = ticket;
    const user = await this.people.findByEmail({ tenantId }, emailKeyOf(email));
    if (user?.accountStatus !== 'active') throw new SignOnWithoutAccount();
    return user;
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
