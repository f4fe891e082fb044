import { Injectable } from '@nestjs/common';

import { AuditService } from '../../audit/audit.service.js';
import { PublicUrl } from '../../config/public-url.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { NoSignOnDraft, SignOnNotTested } from '../../errors/sign-on.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { SealedColumns } from '../../secrets/sealed-columns.js';
import { nowOf, wallTime } from '../../tenancy/time/tenant-clock.js';
import { isAllowedIssuer, isPublicIssuer } from './issuer-address.js';
import { OpenIdProvider, type ProviderAccount } from './openid-provider.js';
import type { SecretBox } from '../../secrets/secret-box.js';
import type { SignOnDraft } from './sign-on-draft.entity.js';
import { type OfferingTenant, SignOnDraftsRepository } from './sign-on-drafts.repository.js';
import type { SignOnInputDto } from './sign-on-set-up.dto.js';
import type { SignOnSettings } from './sign-on-settings.entity.js';
import { SIGN_ON_SECRETS, SignOnSettingsService } from './sign-on-settings.service.js';
import { sentence } from '../../texts/sentence.js';
import { problemIn } from '../../errors/refusal.js';

const MOST_TENANTS = 10;

/** What is set up and what is in use. */
export interface SignOnSetUp {
  readonly active: SignOnSettings | null;
  readonly draft: SignOnDraft | null;
}

/** A draft with which an administrator tries to sign on. */
export interface DraftAccount {
  readonly account: ProviderAccount;
  readonly changedAt: Date;
}

function notAnIssuer(message: string): ValidationFailed {
  return new ValidationFailed([{ field: 'issuer', code: 'isIssuer', message }]);
}

/** Sets single sign-on up in the pages: a draft, a test by a real sign-on, and only then the switch. */
@Injectable()
export class SignOnSetUpService {
  private readonly box: SecretBox;

  constructor(
    private readonly drafts: SignOnDraftsRepository,
    private readonly settings: SignOnSettingsService,
    private readonly provider: OpenIdProvider,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly publicUrl: PublicUrl,
    columns: SealedColumns,
  ) {
    this.box = columns.declare({
      kind: 'client secrets of single sign-on that is being set up',
      table: 'sign_on_drafts',
      column: 'sealedSecret',
      key: ['tenantId'],
      purpose: SIGN_ON_SECRETS,
      ownerOf: ({ tenantId = '' }) => tenantId,
    });
  }

  async show(scope: Pick<Scope, 'tenantId'>): Promise<SignOnSetUp> {
    const [active, draft] = await Promise.all([this.settings.stored(scope), this.drafts.find(scope)]);
    return { active, draft };
  }

  /**
   * Replaces the draft; what is in use stays.
   * @throws {ValidationFailed} when no provider answers at the issuer's address, the address is not public, or the
   * secret is missing
   */
  async save(scope: Scope, input: SignOnInputDto): Promise<SignOnSetUp> {
    const { provider, clientId } = input;
    const issuer = input.issuer.replace(/\/\.well-known\/openid-configuration$/, '');
    const clientSecret = input.clientSecret ?? (await this.knownSecret(scope, issuer, clientId));
    if (clientSecret === undefined)
      throw new ValidationFailed([problemIn('clientSecret', 'isDefined', sentence('is required'))]);
    await this.checkIssuer({ issuer, clientId, clientSecret, mayBePrivate: this.publicUrl.isLocal });
    const { tenantId } = scope;
    await this.unitOfWork.run((transaction) =>
      this.drafts.replace(scope, transaction, {
        tenantId,
        provider,
        issuer,
        clientId,
        sealedSecret: this.box.seal(tenantId, clientSecret),
        changedAt: nowOf(scope),
        testedAt: null,
        testedEmail: null,
        testProblem: null,
      }),
    );
    return this.show(scope);
  }

  /** @throws {NoSignOnDraft} when nothing is being set up */
  async draftAccount(scope: Pick<Scope, 'tenantId'>): Promise<DraftAccount> {
    const draft = await this.drafts.find(scope);
    const clientSecret = draft && this.box.open(scope.tenantId, draft.sealedSecret);
    if (draft === null || clientSecret === null || clientSecret === undefined) throw new NoSignOnDraft();
    const { issuer, clientId, changedAt } = draft;
    const account = { issuer, clientId, clientSecret, mayBePrivate: this.publicUrl.isLocal };
    return { account, changedAt };
  }

  /** Stores how a test ended; `changedAt` says of which draft. */
  async noteTest(
    scope: Pick<Scope, 'tenantId'>,
    changedAt: Date,
    result: { readonly email: string } | { readonly problem: string },
  ): Promise<void> {
    await this.drafts.noteTest(scope, changedAt, {
      testedAt: wallTime(),
      testedEmail: 'email' in result ? result.email : null,
      testProblem: 'problem' in result ? result.problem.slice(0, 300) : null,
    });
  }

  /**
   * Puts the draft to use.
   * @throws {NoSignOnDraft} when nothing is being set up
   * @throws {SignOnNotTested} when its last test failed, or there was none
   */
  async switchOn(scope: Scope): Promise<SignOnSetUp> {
    await this.unitOfWork.run(async (transaction) => {
      const draft = await this.drafts.lock(scope, transaction);
      if (draft === null) throw new NoSignOnDraft();
      if (draft.testedAt === null || draft.testProblem !== null) throw new SignOnNotTested();
      const { tenantId, provider, issuer, clientId, sealedSecret } = draft;
      const changedAt = nowOf(scope);
      await this.settings.put(scope, transaction, {
        tenantId,
        provider,
        issuer,
        clientId,
        sealedSecret,
        changedAt,
      });
      await this.drafts.remove(scope, transaction);
    });
    return this.show(scope);
  }

  /** The tenants whose people sign on with addresses of this domain, or of one that it belongs to. */
  offeringFor(email: string): Promise<OfferingTenant[]> {
    const labels = email
      .slice(email.lastIndexOf('@') + 1)
      .toLowerCase()
      .split('.');
    const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
    return domains.length === 0 ? Promise.resolve([]) : this.drafts.offering(domains, MOST_TENANTS);
  }

  private async checkIssuer(account: ProviderAccount): Promise<void> {
    const { issuer, mayBePrivate } = account;
    if (!isAllowedIssuer(issuer)) throw notAnIssuer('issuer must be an https:// address without a query');
    if (!(await isPublicIssuer(issuer, mayBePrivate)))
      throw notAnIssuer(
        'issuer must be a public address; one of a private network is set by the operator of the service',
      );
    const problem = await this.provider.problemOf(account);
    if (problem !== undefined) throw notAnIssuer(problem);
  }

  private async knownSecret(
    scope: Pick<Scope, 'tenantId'>,
    issuer: string,
    clientId: string,
  ): Promise<string | undefined> {
    const { draft, active } = await this.show(scope);
    const same = [draft, active].find((one) => one?.issuer === issuer && one.clientId === clientId);
    return same ? this.box.open(scope.tenantId, same.sealedSecret) : undefined;
  }
}
