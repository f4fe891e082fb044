import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { SignOnSetUpDto, SignOnInputDto } from '../api/openapi';
import { Form, SubmitButton } from '../ui/form';
import { keysOf } from '../ui/options';
import { PasswordField } from '../ui/password-field';
import { Section } from '../ui/section';
import { SelectField } from '../ui/select-field';
import { ShownOnce } from '../ui/shown-once';
import { Steps } from '../ui/steps';
import { TextInput } from '../ui/text-input';
import { useSubmit } from '../ui/use-submit';
import { PROVIDERS } from './providers';

const PROVIDER_OPTIONS = keysOf(PROVIDERS).map((value) => ({ value, label: PROVIDERS[value].label }));

interface SetUpSectionProps {
  readonly setUp: SignOnSetUpDto;
  readonly onSaved: (setUp: SignOnSetUpDto) => void;
}

/** The steps at the provider, and the form for its values. */
export const SetUpSection = ({ setUp, onSaved }: SetUpSectionProps) => {
  const api = useAdminApi();
  const known = setUp.draft ?? setUp.active;
  const [form, setForm] = useState({
    provider: known?.provider ?? 'entra',
    issuer: known?.issuer ?? '',
    clientId: known?.clientId ?? '',
    clientSecret: '',
  });
  const set = (change: Partial<typeof form>) => {
    setForm({ ...form, ...change });
  };
  const guide = PROVIDERS[form.provider];
  const submission = useSubmit(async () => {
    const { clientSecret, ...others } = form;
    const body: SignOnInputDto = {
      ...others,
      issuer: guide.issuer ?? form.issuer,
      ...(clientSecret === '' ? {} : { clientSecret }),
    };
    onSaved((await api.put<SignOnSetUpDto>('sign-on/draft', body)).data);
    set({ clientSecret: '' });
  });
  return (
    <Section
      title={known === null ? t`Set up` : t`Change`}
      intro={t`What is in use stays until you switch the new one on.`}
    >
      <Box sx={{ maxWidth: 640 }}>
        <Form
          submission={submission}
          actions={
            <SubmitButton>
              <Trans>Save and continue</Trans>
            </SubmitButton>
          }
        >
          <SelectField
            label={t`Provider`}
            options={PROVIDER_OPTIONS}
            value={form.provider}
            name="provider"
            onChange={(provider) => {
              set({ provider });
            }}
          />
          <Steps label={t`At ${guide.label}`} steps={guide.steps} />
          <ShownOnce label={t`Redirect URI`} text={setUp.redirectUri} what={t`the redirect URI`} />
          {guide.issuer === undefined && (
            <TextInput
              required
              label={t`Issuer`}
              value={form.issuer}
              name="issuer"
              hint={guide.issuerHint}
              onChange={(issuer) => {
                set({ issuer });
              }}
            />
          )}
          <TextInput
            required
            label={t`Client ID`}
            value={form.clientId}
            name="clientId"
            onChange={(clientId) => {
              set({ clientId });
            }}
          />
          <PasswordField
            label={t`Client secret`}
            autoComplete="new-password"
            value={form.clientSecret}
            name="clientSecret"
            hint={known === null ? t`It is stored encrypted` : t`Empty: the one that is stored`}
            onChange={(clientSecret) => {
              set({ clientSecret });
            }}
          />
        </Form>
      </Box>
    </Section>
  );
};
