import { randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import {
  SignOnAway,
  SignOnExpired,
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
import type { Said } from '../../texts/sentence.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import type { User } from '../../users/model/user.entity.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { CookieContent } from '../sessions/session-cookies.js';
import { type NewSession, SessionsService } from '../sessions/sessions.service.js';
import {
  type ProvenIdentity,
  type ProviderAccount,
  ProviderAway,
  ProviderExpired,
  ProviderRefused,
} from './provider-account.js';
import { SignOnProtocols } from './sign-on-protocols.js';
import { SignOnSettingsService } from './sign-on-settings.service.js';
import { SignOnSetUpService } from './sign-on-set-up.service.js';
import { type SignOnTicket, SignOnTickets } from './sign-on-ticket.js';

/** The provider's address, and the ticket that the browser keeps meanwhile. */
export interface StartedSignOn {
  readonly location: string;
  readonly protocol: ProviderAccount['protocol'];
  readonly ticket: CookieContent;
}

const randomText = (): string => randomBytes(32).toString('base64url');

function refuse(error: unknown): never {
  if (error instanceof ProviderAway) throw new SignOnAway();
  if (error instanceof ProviderExpired) throw new SignOnExpired();
  if (error instanceof ProviderRefused) throw new SignOnRefused(error.reason);
  throw error;
}

/** What an administrator reads who tests the provider. */
function problemOf(refusal: Refusal): Said[] {
  const reason = refusal instanceof SignOnRefused ? refusal.reason : undefined;
  return [refusal.said, ...(reason === undefined ? [] : [reason])];
}

/** Logs users in by the provider of their university. It creates no accounts. */
@Injectable()
export class SignOnService {
  private readonly tickets: SignOnTickets;

  constructor(
    private readonly settings: SignOnSettingsService,
    private readonly setUp: SignOnSetUpService,
    private readonly protocols: SignOnProtocols,
    private readonly people: UserLookup,
    private readonly sessions: SessionsService,
    private readonly tenancy: TenancyService,
    keys: ServerKeys,
  ) {
    this.tickets = new SignOnTickets(keys);
  }

  /**
   * Begins a sign-on.
   * @throws {SignOnNotOffered} when the tenant is unknown, suspended or without a provider
   * @throws {SignOnAway} when the provider cannot be reached
   * @throws {SignOnExpired} when its metadata has run out
   */
  async begin(tenantId: string): Promise<StartedSignOn> {
    const account = await this.accountOf(await this.scopeOf(tenantId));
    return this.beginAt(account, { tenantId });
  }

  /**
   * Begins a sign-on with the provider that is being set up.
   * @throws {NoSignOnDraft} when nothing is being set up
   * @throws {SignOnAway} when the provider cannot be reached
   * @throws {SignOnExpired} when its metadata has run out
   */
  async beginTest(scope: Scope): Promise<StartedSignOn> {
    const { account, changedAt } = await this.setUp.draftAccount(scope);
    return this.beginAt(account, { tenantId: scope.tenantId, testOf: changedAt.getTime() });
  }

  /** Whether this sign-on is a test, whose result {@link finishTest} stores. */
  isTest(sealedTicket: string): boolean {
    return this.tickets.read(sealedTicket)?.testOf !== undefined;
  }

  /** Stores the result of a test, which opens no session. */
  async finishTest(returned: URLSearchParams, sealedTicket: string): Promise<void> {
    const ticket = this.tickets.read(sealedTicket);
    if (ticket?.testOf === undefined) return;
    const { tenantId } = ticket;
    const changedAt = new Date(ticket.testOf);
    try {
      const { account } = await this.setUp.draftAccount(await this.scopeOf(tenantId));
      const { user, identity } = await this.confirmed(account, ticket, returned);
      await this.setUp.noteTest({ tenantId }, changedAt, { ...identity, email: user.email });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await this.setUp.noteTest({ tenantId }, changedAt, { problem: problemOf(error) });
    }
  }

  /**
   * Opens a session for the user whom the provider has confirmed.
   * @param returned the parameters that the provider has sent with the browser
   * @throws {SignOnNotBegun} when the ticket is missing, changed or too old
   * @throws {SignOnNotOffered} when the tenant is suspended or has no provider any more
   * @throws {SignOnAway} when the provider cannot be reached
   * @throws {SignOnExpired} when its metadata has run out
   * @throws {SignOnRefused} when the provider refused the person or its answer is not valid
   * @throws {SignOnWithoutEmail} when the provider sends no verified e-mail address
   * @throws {SignOnWithoutAccount} when no active user of the tenant has that address
   */
  async finish(returned: URLSearchParams, sealedTicket: string, address: string): Promise<NewSession> {
    const ticket = this.tickets.read(sealedTicket);
    if (ticket === undefined) throw new SignOnNotBegun();
    const { tenantId } = ticket;
    const account = await this.accountOf(await this.scopeOf(tenantId));
    const { user } = await this.confirmed(account, ticket, returned);
    const session = await this.sessions.openBySignOn(tenantId, user.id, address);
    if (session === undefined) throw new SignOnWithoutAccount();
    return session;
  }

  private async beginAt(
    account: ProviderAccount,
    of: Pick<SignOnTicket, 'tenantId' | 'testOf'>,
  ): Promise<StartedSignOn> {
    const ticket = { ...of, state: randomText(), nonce: randomText(), codeVerifier: randomText() };
    const { href } = await this.protocols.signOnAddress(account, ticket).catch(refuse);
    return { location: href, protocol: account.protocol, ticket: this.tickets.issue(ticket) };
  }

  /** The active user of the tenant whom the provider has confirmed. */
  private async confirmed(
    account: ProviderAccount,
    ticket: SignOnTicket,
    returned: URLSearchParams,
  ): Promise<{ user: User; identity: ProvenIdentity }> {
    const identity = await this.protocols.identify(account, ticket, returned).catch(refuse);
    const { email, isVerified } = identity;
    if (email === undefined || !isVerified) throw new SignOnWithoutEmail();
    const { tenantId } = ticket;
    const user = await this.people.findByEmail({ tenantId }, emailKeyOf(email));
    if (user?.accountStatus !== 'active') throw new SignOnWithoutAccount();
    return { user, identity };
  }

  /** @throws {SignOnNotOffered} when the tenant is unknown or suspended */
  private async scopeOf(tenantId: string): Promise<Scope> {
    const tenant = await this.tenancy.findTenant(tenantId).catch((error: unknown) => {
      throw error instanceof UnknownName ? new SignOnNotOffered() : error;
    });
    if (tenant.status !== 'active') throw new SignOnNotOffered();
    return this.tenancy.scopeOf(tenant, 'sign-on');
  }

  private async accountOf(scope: Scope): Promise<ProviderAccount> {
    const account = await this.settings.account(scope);
    if (account === undefined) throw new SignOnNotOffered();
    return account;
  }
}
