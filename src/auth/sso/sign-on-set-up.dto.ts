import { ApiProperty } from '@nestjs/swagger';

import { Email, OneOf, Text } from '../../http/fields/fields.js';
import type { OfferingTenant } from './sign-on-drafts.repository.js';

export const SIGN_ON_PROVIDERS = ['entra', 'okta', 'google', 'openid'] as const;
export type SignOnProvider = (typeof SIGN_ON_PROVIDERS)[number];

const MOMENT = { type: String, format: 'date-time', nullable: true } as const;
const TEXT = { type: String, nullable: true } as const;
const EXAMPLE_ISSUER = 'https://login.example.edu';

export class SignOnInputDto {
  @OneOf(SIGN_ON_PROVIDERS, { required: true, description: 'Which steps the pages show', example: 'openid' })
  provider!: SignOnProvider;

  @Text(500, { required: true, example: EXAMPLE_ISSUER })
  issuer!: string;

  @Text(255, { required: true, example: 'integration' })
  clientId!: string;

  @Text(900, { description: 'Omitted: the one that was given for the same issuer and client before' })
  clientSecret?: string | null;
}

export class FindSignOnDto {
  @Email({ required: true })
  email!: string;
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

  @ApiProperty({ example: EXAMPLE_ISSUER })
  issuer!: string;

  @ApiProperty({ example: 'integration' })
  clientId!: string;

  @ApiProperty({ format: 'date-time' })
  changedAt!: string;
}

export class SignOnDraftDto extends SignOnStateDto {
  @ApiProperty({ ...MOMENT, description: 'When a test last came back from the provider' })
  testedAt!: string | null;

  @ApiProperty({ ...TEXT, description: 'Of the user whom the test found' })
  testedEmail!: string | null;

  @ApiProperty({ ...TEXT, description: 'Why the test failed; null after one that succeeded' })
  testProblem!: string | null;
}

export class SignOnSetUpDto {
  @ApiProperty({ description: 'The provider must know it' })
  redirectUri!: string;

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
