import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../config/public-url.js';
import { missing, problemIn } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/request.errors.js';
import { sentence } from '../../texts/sentence.js';
import { wallTime } from '../../tenancy/time/tenant-clock.js';
import { isAllowedIssuer, isPublicIssuer } from './issuer-address.js';
import { OpenIdProvider } from './openid-provider.js';
import type { OpenIdAccount } from './provider-account.js';
import { MetadataRefused } from './saml/saml-metadata.js';
import { SamlMetadataSource } from './saml/saml-metadata.source.js';
import type { SignOnInputDto } from './sign-on-set-up.dto.js';
import type { SignOnColumns } from './sign-on-columns.js';

/** What an administrator has entered, checked with the provider. */
export type CheckedInput = Pick<
  SignOnColumns,
  'issuer' | 'clientId' | 'metadata' | 'metadataUrl' | 'metadataReadAt'
> & {
  /** Null of SAML. */
  readonly clientSecret: string | null;
};

type SecretOf = (issuer: string, clientId: string) => Promise<string | undefined>;

const OPENID_FIELDS = ['issuer', 'clientId', 'clientSecret'] as const;
const SAML_FIELDS = ['metadataUrl', 'metadata'] as const;

/** @throws {ValidationFailed} when one of these fields is given, which belong to another protocol */
function refuseOthers(input: SignOnInputDto, fields: readonly (keyof SignOnInputDto)[]): void {
  const given = fields.filter((field) => input[field] !== undefined && input[field] !== null);
  const rule = sentence('is not a field of this kind of provider; leave it out');
  if (given.length > 0) throw new ValidationFailed(given.map((field) => problemIn(field, 'isAbsent', rule)));
}

function notAnIssuer(message: string): ValidationFailed {
  return new ValidationFailed([{ field: 'issuer', code: 'isIssuer', message }]);
}

/** Checks what administrators enter about their provider. */
@Injectable()
export class SignOnInputs {
  constructor(
    private readonly openId: OpenIdProvider,
    private readonly saml: SamlMetadataSource,
    private readonly publicUrl: PublicUrl,
  ) {}

  /**
   * @param secretOf the secret that was given before for the same issuer and client
   * @throws {ValidationFailed} when no provider answers at the address, the address is not public, the metadata is not
   * of one provider, or a field is missing
   */
  check(input: SignOnInputDto, secretOf: SecretOf): Promise<CheckedInput> {
    return input.provider === 'saml' ? this.checkSaml(input) : this.checkOpenId(input, secretOf);
  }

  private async checkOpenId(input: SignOnInputDto, secretOf: SecretOf): Promise<CheckedInput> {
    refuseOthers(input, SAML_FIELDS);
    const { issuer: address, clientId } = input;
    if (typeof address !== 'string') throw new ValidationFailed([missing('issuer')]);
    if (typeof clientId !== 'string') throw new ValidationFailed([missing('clientId')]);
    const issuer = address.replace(/\/\.well-known\/openid-configuration$/, '');
    const clientSecret = input.clientSecret ?? (await secretOf(issuer, clientId));
    if (clientSecret === undefined) throw new ValidationFailed([missing('clientSecret')]);
    const { isLocal } = this.publicUrl;
    await this.checkIssuer({ protocol: 'openid', issuer, clientId, clientSecret, mayBePrivate: isLocal });
    return { issuer, clientId, clientSecret, metadata: null, metadataUrl: null, metadataReadAt: null };
  }

  private async checkSaml(input: SignOnInputDto): Promise<CheckedInput> {
    refuseOthers(input, OPENID_FIELDS);
    const { metadataUrl = null, metadata: xml = null } = input;
    if (metadataUrl === null && xml === null) throw new ValidationFailed([missing('metadataUrl')]);
    if (metadataUrl !== null) refuseOthers(input, ['metadata']);
    try {
      const read = metadataUrl === null ? this.saml.read(xml ?? '') : await this.saml.fetch(metadataUrl);
      const { issuer, ...metadata } = read;
      const metadataReadAt = metadataUrl === null ? null : wallTime();
      return { issuer, clientId: null, clientSecret: null, metadata, metadataUrl, metadataReadAt };
    } catch (error) {
      if (!(error instanceof MetadataRefused)) throw error;
      const field = metadataUrl === null ? 'metadata' : 'metadataUrl';
      throw new ValidationFailed([problemIn(field, 'isMetadata', error.rule)]);
    }
  }

  private async checkIssuer(account: OpenIdAccount): Promise<void> {
    const { issuer, mayBePrivate } = account;
    if (!isAllowedIssuer(issuer)) throw notAnIssuer('issuer must be an https:// address without a query');
    if (!(await isPublicIssuer(issuer, mayBePrivate)))
      throw notAnIssuer(
        'issuer must be a public address; one of a private network is set by the operator of the service',
      );
    const problem = await this.openId.problemOf(account);
    if (problem !== undefined) throw notAnIssuer(problem);
  }
}
