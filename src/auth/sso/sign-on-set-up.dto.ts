import { ApiProperty } from '@nestjs/swagger';

import { Email, OneOf, Text } from '../../http/fields/fields.js';
import { TranslationsDto } from '../../texts/translations.dto.js';
import type { OfferingTenant } from './sign-on-drafts.repository.js';

const SIGN_ON_PROVIDERS = ['entra', 'okta', 'google', 'openid', 'saml'] as const;
export type SignOnProvider = (typeof SIGN_ON_PROVIDERS)[number];

const MOMENT = { type: String, format: 'date-time', nullable: true } as const;
const TEXT = { type: String, nullable: true } as const;
const EXAMPLE_ISSUER = 'https://login.example.edu';
const EXAMPLE_METADATA = 'https://login.example.edu/idp/shibboleth';

export class SignOnInputDto {
  @OneOf(SIGN_ON_PROVIDERS, { required: true, description: 'Which steps the pages show', example: 'openid' })
  provider!: SignOnProvider;

  @Text(500, { description: 'Of OpenID Connect, where it is required', example: EXAMPLE_ISSUER })
  issuer?: string | null;

  @Text(255, { description: 'Of OpenID Connect, where it is required', example: 'integration' })
  clientId?: string | null;

  @Text(900, {
    description: 'Of OpenID Connect. Omitted: the one that was given for the same issuer and client before',
  })
  clientSecret?: string | null;

  @Text(500, {
    description: "Of SAML: the address of the provider's metadata, which the service reads now and later",
    example: EXAMPLE_METADATA,
  })
  metadataUrl?: string | null;

  @Text(200_000, {
    description: "Of SAML, in the place of metadataUrl: the provider's metadata, XML",
    example:
      '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="…">…</EntityDescriptor>',
  })
  metadata?: string | null;
}

export class FindSignOnDto {
  @Email({ required: true })
  email!: string;
}

/** The form that a provider of SAML has a browser post. */
export class SamlAnswerDto {
  @ApiProperty({
    description: 'The answer in Base64',
    example: 'PHNhbWxwOlJlc3BvbnNlPuKApjwvc2FtbHA6UmVzcG9uc2U+',
  })
  SAMLResponse!: string;
}

export class OfferingTenantDto implements OfferingTenant {
  @ApiProperty()
  tenantId!: string;

  @ApiProperty({ example: 'Northern University' })
  tenantName!: string;
}

export class SignOnStateDto {
  @ApiProperty({ enum: [...SIGN_ON_PROVIDERS] })
  provider!: SignOnProvider;

  @ApiProperty({ description: "Of SAML, the provider's entity ID", example: EXAMPLE_ISSUER })
  issuer!: string;

  @ApiProperty({ ...TEXT, description: 'null: of SAML', example: 'integration' })
  clientId!: string | null;

  @ApiProperty({
    ...TEXT,
    description: "Of SAML, where the service reads the provider's metadata again; null where it was sent",
    example: EXAMPLE_METADATA,
  })
  metadataUrl!: string | null;

  @ApiProperty({
    ...TEXT,
    description: 'Of SAML, where browsers sign on',
    example: 'https://login.example.edu/idp/profile/SAML2/Redirect/SSO',
  })
  signOnUrl!: string | null;

  @ApiProperty({
    type: [String],
    description: 'Of SAML, fingerprints (SHA-256) of the certificates with which the provider may sign',
    example: [`0A:1B:2C${':3D'.repeat(29)}`],
  })
  certificates!: readonly string[];

  @ApiProperty({ format: 'date-time' })
  changedAt!: string;
}

export class SignOnDraftDto extends SignOnStateDto {
  @ApiProperty({ ...MOMENT, description: 'When a test last came back from the provider' })
  testedAt!: string | null;

  @ApiProperty({ ...TEXT, description: 'Of the user whom the test found' })
  testedEmail!: string | null;

  @ApiProperty({
    ...TEXT,
    description:
      'By which the provider knows that user for good: sub of OpenID Connect; of SAML pairwise-id, ' +
      'else eduPersonPrincipalName, else a persistent NameID; null where it sends none',
    example: 'ann.lee@example.edu',
  })
  testedSubject!: string | null;

  @ApiProperty({
    type: [String],
    description: 'eduPersonScopedAffiliation of SAML. It is shown, and gives no role',
    example: ['staff@example.edu'],
  })
  testedAffiliations!: readonly string[];

  @ApiProperty({ ...TEXT, description: 'Why the test failed; null after one that succeeded' })
  testProblem!: string | null;

  @ApiProperty({ type: TranslationsDto, description: 'testProblem in other languages' })
  translations!: TranslationsDto;
}

/** What a provider of SAML must know of the service. */
export class SamlServiceDto {
  @ApiProperty({
    description: "The service's name for providers; its metadata is at the same address",
    example: 'https://integration.example.edu/api/v1/admin/sso/saml/metadata',
  })
  entityId!: string;

  @ApiProperty({
    description: 'Where browsers post the answers of the provider (assertion consumer service)',
    example: 'https://integration.example.edu/api/v1/admin/sso/saml/acs',
  })
  answersTo!: string;
}

export class SignOnSetUpDto {
  @ApiProperty({ description: 'A provider of OpenID Connect must know it' })
  redirectUri!: string;

  @ApiProperty({ type: SamlServiceDto })
  saml!: SamlServiceDto;

  @ApiProperty({ description: 'People with addresses of this domain are sent to the provider' })
  emailDomain!: string;

  @ApiProperty({ type: SignOnStateDto, nullable: true, description: 'null: single sign-on is off' })
  active!: SignOnStateDto | null;

  @ApiProperty({ type: SignOnDraftDto, nullable: true, description: 'What is being set up' })
  draft!: SignOnDraftDto | null;
}

export function providerOf(text: string | null): SignOnProvider {
  return SIGN_ON_PROVIDERS.find((one) => one === text) ?? 'openid';
}
