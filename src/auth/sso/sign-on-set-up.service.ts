import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { NoSignOnDraft, SignOnNotTested } from '../../errors/sign-on.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { SealedColumns } from '../../secrets/sealed-columns.js';
import { nowOf, wallTime } from '../../tenancy/time/tenant-clock.js';
import { inEnglish } from '../../texts/languages.js';
import type { Said } from '../../texts/sentence.js';
import type { ProofOfAnyDto } from '../account/account.dto.js';
import { AccountService } from '../account/account.service.js';
import type { OpenSession } from '../sessions/sessions.service.js';
import { accountOf, type ProvenIdentity, type ProviderAccount } from './provider-account.js';
import type { SecretBox } from '../../secrets/secret-box.js';
import { CLIENT_SECRETS } from './sign-on-columns.js';
import type { SignOnDraft } from './sign-on-draft.entity.js';
import { type OfferingTenant, SignOnDraftsRepository } from './sign-on-drafts.repository.js';
import { SignOnInputs } from './sign-on-inputs.service.js';
import type { SignOnInputDto } from './sign-on-set-up.dto.js';
import type { SignOnSettings } from './sign-on-settings.entity.js';
import { SignOnSettingsService } from './sign-on-settings.service.js';

const MOST_TENANTS = 10;
/** Of a name that a test shows; OpenID Connect sets no limit that every provider keeps. */
const LONGEST_SHOWN = 254;
const UNTESTED = {
  testedAt: null,
  testedEmail: null,
  testedSubject: null,
  testedAffiliations: null,
  testProblem: null,
  testSentences: null,
} as const;

/** What is set up and what is in use. */
export interface SignOnSetUp {
  readonly active: SignOnSettings | null;
  readonly draft: SignOnDraft | null;
}

/** How a test ended. */
export type TestOutcome = Pick<ProvenIdentity, 'subject' | 'affiliations'> & { readonly email: string };

/** A draft with which an administrator tries to sign on. */
export interface DraftAccount {
  readonly account: ProviderAccount;
  readonly changedAt: Date;
}

function testedOf(draft: SignOnDraft | null): SignOnDraft {
  if (draft === null) throw new NoSignOnDraft();
  if (draft.testedAt === null || draft.testProblem !== null) throw new SignOnNotTested();
  return draft;
}

/** Why a test failed, in English and with its sentences kept. */
function problemColumns(problem: readonly Said[]): Pick<SignOnDraft, 'testProblem' | 'testSentences'> {
  return { testProblem: problem.map(inEnglish).join(' ').slice(0, 300), testSentences: problem };
}

/** Sets single sign-on up in the pages: a draft, a test by a real sign-on, and only then the switch. */
@Injectable()
export class SignOnSetUpService {
  private readonly box: SecretBox;

  constructor(
    private readonly drafts: SignOnDraftsRepository,
    private readonly settings: SignOnSettingsService,
    private readonly inputs: SignOnInputs,
    private readonly accounts: AccountService,
    private readonly unitOfWork: UnitOfWork,
    private readonly publicUrl: PublicUrl,
    columns: SealedColumns,
  ) {
    const kind = 'client secrets of single sign-on that is being set up';
    this.box = columns.declare({ ...CLIENT_SECRETS, kind, table: 'sign_on_drafts' });
  }

  async show(scope: Pick<Scope, 'tenantId'>): Promise<SignOnSetUp> {
    const [active, draft] = await Promise.all([this.settings.stored(scope), this.drafts.find(scope)]);
    return { active, draft };
  }

  /**
   * Replaces the draft; what is in use stays.
   * @throws {ValidationFailed} when the provider cannot be used, or a field is missing
   */
  async save(scope: Scope, input: SignOnInputDto): Promise<SignOnSetUp> {
    const { tenantId } = scope;
    const { clientSecret, ...checked } = await this.inputs.check(input, (issuer, clientId) =>
      this.knownSecret(scope, issuer, clientId),
    );
    await this.unitOfWork.run((transaction) =>
      this.drafts.replace(scope, transaction, {
        tenantId,
        provider: input.provider,
        ...checked,
        sealedSecret: clientSecret === null ? null : this.box.seal(tenantId, clientSecret),
        changedAt: nowOf(scope),
        ...UNTESTED,
      }),
    );
    return this.show(scope);
  }

  /** @throws {NoSignOnDraft} when nothing is being set up */
  async draftAccount(scope: Pick<Scope, 'tenantId' | 'tenant'>): Promise<DraftAccount> {
    const draft = await this.drafts.find(scope);
    const account = draft && accountOf(scope, draft, this.box, this.publicUrl.isLocal);
    if (draft === null || !account) throw new NoSignOnDraft();
    return { account, changedAt: draft.changedAt };
  }

  /** Stores how a test ended; `changedAt` says of which draft. */
  async noteTest(
    scope: Pick<Scope, 'tenantId'>,
    changedAt: Date,
    result: TestOutcome | { readonly problem: readonly Said[] },
  ): Promise<void> {
    const outcome =
      'problem' in result
        ? { ...UNTESTED, ...problemColumns(result.problem) }
        : {
            testedEmail: result.email,
            testedSubject: result.subject?.slice(0, LONGEST_SHOWN) ?? null,
            testedAffiliations: result.affiliations,
            testProblem: null,
            testSentences: null,
          };
    await this.drafts.noteTest(scope, changedAt, { ...outcome, testedAt: wallTime() });
  }

  /**
   * Puts the draft to use, which decides who logs in as which user: the user proves to be asking.
   * @throws {NoSignOnDraft} when nothing is being set up
   * @throws {SignOnNotTested} when its last test failed, or there was none, or what {@link AccountService.proveAny}
   * throws
   */
  async switchOn(session: OpenSession, proof: ProofOfAnyDto): Promise<SignOnSetUp> {
    const { scope } = session;
    testedOf(await this.drafts.find(scope));
    await this.accounts.proveAny(session, proof);
    await this.unitOfWork.run(async (transaction) => {
      const draft = testedOf(await this.drafts.lock(scope, transaction));
      const {
        testedAt,
        testedEmail,
        testedSubject,
        testedAffiliations,
        testProblem,
        testSentences,
        ...settings
      } = draft;
      await this.settings.put(scope, transaction, { ...settings, changedAt: nowOf(scope) });
      await this.drafts.remove(scope, transaction);
    });
    return this.show(scope);
  }

  /**
   * Switches off what is in use, after which a password opens what the provider had guarded: the user proves to be
   * asking. An account without a password has nothing to prove, as its provider may be the one that does not work.
   * @throws what {@link AccountService.proveAny} throws
   */
  async switchOff(session: OpenSession, proof: ProofOfAnyDto): Promise<SignOnSetUp> {
    await this.accounts.proveAny(session, proof);
    await this.settings.turnOff(session.scope);
    return this.show(session.scope);
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

  private async knownSecret(
    scope: Pick<Scope, 'tenantId'>,
    issuer: string,
    clientId: string,
  ): Promise<string | undefined> {
    const { draft, active } = await this.show(scope);
    const same = [draft, active].find((one) => one?.issuer === issuer && one.clientId === clientId);
    return same?.sealedSecret ? this.box.open(scope.tenantId, same.sealedSecret) : undefined;
  }
}
