import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { AccountDto, NewPasskeyDto, PasskeyOptionsDto } from '../api/openapi';
import { makePasskey } from '../api/passkeys';
import { FormDialog } from '../ui/form-dialog';
import { TextInput } from '../ui/text-input';
import { useSubmit } from '../ui/use-submit';
import { useProof } from './use-proof';

interface AddPasskeyDialogProps {
  readonly account: AccountDto;
  readonly onClose: () => void;
}

export const AddPasskeyDialog = ({ account, onClose }: AddPasskeyDialogProps) => {
  const api = useAdminApi();
  const notify = useNotify();
  const [name, setName] = useState('');
  const { fields, prove } = useProof(account);
  const submission = useSubmit(async () => {
    const { data } = await api.post<PasskeyOptionsDto>('account/passkeys/begin', await prove());
    const body: NewPasskeyDto = { name, ...(await makePasskey(data.options)) };
    await api.post('account/passkeys', body);
    notify(t`The passkey is added; the next login asks for it`, { type: 'success' });
    onClose();
  });
  return (
    <FormDialog title={t`Add a passkey`} action={t`Continue`} submission={submission} onClose={onClose}>
      <TextInput
        required
        autoFocus
        label={t`Name`}
        name="name"
        value={name}
        onChange={setName}
        hint={t`By which you recognise it later, such as Phone or Blue key`}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      {fields}
    </FormDialog>
  );
};
