import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { SignOnSetUpDto } from '../api/openapi';
import { Form, SubmitButton } from '../ui/form';
import { keysOf } from '../ui/options';
import { Section } from '../ui/section';
import { SelectField } from '../ui/select-field';
import { Steps } from '../ui/steps';
import { useSubmit } from '../ui/use-submit';
import { OpenIdFields } from './openid-fields';
import { PROVIDERS } from './providers';
import { SamlFields } from './saml-fields';
import { formOf, inputOf, type SignOnForm, UNSENT } from './sign-on-form';

const PROVIDER_OPTIONS = keysOf(PROVIDERS).map((value) => ({ value, label: PROVIDERS[value].label }));

interface SetUpSectionProps {
  readonly setUp: SignOnSetUpDto;
  readonly onSaved: (setUp: SignOnSetUpDto) => void;
}

/** The steps at the provider, and the form for its values. */
export const SetUpSection = ({ setUp, onSaved }: SetUpSectionProps) => {
  const api = useAdminApi();
  const known = setUp.draft ?? setUp.active;
  const [form, setForm] = useState(formOf(known));
  const set = (change: Partial<SignOnForm>) => {
    setForm({ ...form, ...change });
  };
  const guide = PROVIDERS[form.provider];
  const submission = useSubmit(async () => {
    onSaved((await api.put<SignOnSetUpDto>('sign-on/draft', inputOf(form))).data);
    set(UNSENT);
  });
  const Fields = form.provider === 'saml' ? SamlFields : OpenIdFields;
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
          <Fields form={form} setUp={setUp} onChange={set} />
        </Form>
      </Box>
    </Section>
  );
};
