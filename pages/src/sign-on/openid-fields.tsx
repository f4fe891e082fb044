import { t } from '@lingui/core/macro';

import { PasswordField } from '../ui/password-field';
import { ShownOnce } from '../ui/shown-once';
import { TextInput } from '../ui/text-input';
import { PROVIDERS } from './providers';
import type { SignOnFieldsProps } from './sign-on-form';

/** What a provider of OpenID Connect must know, and what the service must know of it. */
export const OpenIdFields = ({ form, setUp, onChange }: SignOnFieldsProps) => {
  const { issuer, issuerHint } = PROVIDERS[form.provider];
  return (
    <>
      <ShownOnce label={t`Redirect URI`} text={setUp.redirectUri} what={t`the redirect URI`} />
      {issuer === undefined && (
        <TextInput
          required
          label={t`Issuer`}
          value={form.issuer}
          name="issuer"
          hint={issuerHint}
          onChange={(value) => {
            onChange({ issuer: value });
          }}
        />
      )}
      <TextInput
        required
        label={t`Client ID`}
        value={form.clientId}
        name="clientId"
        onChange={(clientId) => {
          onChange({ clientId });
        }}
      />
      <PasswordField
        label={t`Client secret`}
        autoComplete="new-password"
        value={form.clientSecret}
        name="clientSecret"
        hint={
          (setUp.draft ?? setUp.active) === null
            ? t`It is stored encrypted`
            : t`Empty: the one that is stored`
        }
        onChange={(clientSecret) => {
          onChange({ clientSecret });
        }}
      />
    </>
  );
};
