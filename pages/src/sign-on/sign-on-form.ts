import type { SignOnInputDto, SignOnSetUpDto, SignOnStateDto } from '../api/openapi';
import { PROVIDERS, type SignOnProvider } from './providers';

/** What is entered, of every kind of provider. */
export interface SignOnForm {
  readonly provider: SignOnProvider;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly metadataUrl: string;
  readonly metadata: string;
}

export interface SignOnFieldsProps {
  readonly form: SignOnForm;
  readonly setUp: SignOnSetUpDto;
  readonly onChange: (change: Partial<SignOnForm>) => void;
}

/** What is not shown again once it is sent. */
export const UNSENT = { clientSecret: '', metadata: '' } as const;

export function formOf(known: SignOnStateDto | null): SignOnForm {
  return {
    provider: known?.provider ?? 'entra',
    issuer: known === null || known.provider === 'saml' ? '' : known.issuer,
    clientId: known?.clientId ?? '',
    metadataUrl: known?.metadataUrl ?? '',
    ...UNSENT,
  };
}

/** The body of the call, without fields that are empty. */
export function inputOf({ provider, ...form }: SignOnForm): SignOnInputDto {
  const { issuer = form.issuer } = PROVIDERS[provider];
  const { clientId, clientSecret, metadataUrl, metadata } = form;
  const fields = provider === 'saml' ? { metadataUrl, metadata } : { issuer, clientId, clientSecret };
  return { provider, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) };
}
