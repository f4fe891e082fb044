import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { CreateConnectionDto, CreatedConnectionDto } from '../api/openapi';
import { FormDialog } from '../ui/form-dialog';
import { keysOf, optionsOf } from '../ui/options';
import { SelectField } from '../ui/select-field';
import { TextInput } from '../ui/text-input';
import { useSubmit } from '../ui/use-submit';
import { ACCOUNT_TYPES, accountTypeOf, DIRECTORY_PROVIDERS, type DirectoryProvider } from './providers';

const PROVIDER_OPTIONS = keysOf(DIRECTORY_PROVIDERS).map((value) => ({
  value,
  label: DIRECTORY_PROVIDERS[value].label,
}));

interface CreateDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (connection: CreatedConnectionDto, provider: DirectoryProvider) => void;
}

export const CreateDialog = ({ onClose, onCreated }: CreateDialogProps) => {
  const api = useAdminApi();
  const [provider, setProvider] = useState<DirectoryProvider>('entra');
  const [label, setLabel] = useState<string>();
  const [accountType, setAccountType] = useState<keyof typeof ACCOUNT_TYPES>('');
  const shownLabel = label ?? (provider === 'other' ? '' : DIRECTORY_PROVIDERS[provider].label);
  const submission = useSubmit(async () => {
    const body: CreateConnectionDto = {
      label: shownLabel,
      defaultAccountType: accountTypeOf(accountType) ?? null,
    };
    onCreated((await api.post<CreatedConnectionDto>('connections', body)).data, provider);
  });
  return (
    <FormDialog
      title={t`Connect an identity provider`}
      action={t`Create the connection`}
      submission={submission}
      onClose={onClose}
    >
      <SelectField label={t`Provider`} options={PROVIDER_OPTIONS} value={provider} onChange={setProvider} />
      <TextInput
        required
        label={t`Label`}
        value={shownLabel}
        name="label"
        onChange={setLabel}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <SelectField
        label={t`Default account type`}
        options={optionsOf(ACCOUNT_TYPES)}
        value={accountType}
        name="defaultAccountType"
        hint={t`Of people for whom the provider names none`}
        onChange={setAccountType}
      />
    </FormDialog>
  );
};
