import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useGetIdentity, useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { ChangePasswordDto } from '../api/openapi';
import { Form, SubmitButton } from '../ui/form';
import { PasswordField } from '../ui/password-field';
import { Section } from '../ui/section';
import { useSubmit } from '../ui/use-submit';

const EMPTY: ChangePasswordDto = { currentPassword: '', password: '' };

export const PasswordSection = () => {
  const api = useAdminApi();
  const notify = useNotify();
  const { identity } = useGetIdentity();
  const [form, setForm] = useState(EMPTY);
  const submission = useSubmit(async () => {
    await api.put('account/password', form);
    setForm(EMPTY);
    notify(t`The password is changed, and your other sessions have ended`, { type: 'success' });
  });
  return (
    <Section title={t`Password`} intro={t`Your other sessions end when you change it.`}>
      <Box sx={{ maxWidth: 440 }}>
        <Form
          submission={submission}
          actions={
            <SubmitButton>
              <Trans>Change the password</Trans>
            </SubmitButton>
          }
        >
          {/* Shows password managers to which account the password belongs. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={String(identity?.['email'] ?? '')}
            readOnly
            hidden
          />
          <PasswordField
            label={t`Current password`}
            autoComplete="current-password"
            value={form.currentPassword}
            name="currentPassword"
            onChange={(currentPassword) => {
              setForm({ ...form, currentPassword });
            }}
          />
          <PasswordField
            label={t`New password`}
            autoComplete="new-password"
            value={form.password}
            name="password"
            hint={t`12 to 200 characters; for example a sentence`}
            onChange={(password) => {
              setForm({ ...form, password });
            }}
          />
        </Form>
      </Box>
    </Section>
  );
};
