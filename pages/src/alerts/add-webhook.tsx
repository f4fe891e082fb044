import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { AddedWebhookDto, AddWebhookDto } from '../api/openapi';
import { FormDialog } from '../ui/form-dialog';
import { SelectField } from '../ui/select-field';
import { TextInput } from '../ui/text-input';
import { useSubmit } from '../ui/use-submit';
import { WEBHOOK_HINTS, WEBHOOK_KINDS, type WebhookKind } from './webhook-kinds';

interface AddWebhookProps {
  readonly onClose: () => void;
  readonly onAdded: (webhook: AddedWebhookDto) => void;
}

/** The form for another webhook. Its address is a secret, and is not shown again. */
export const AddWebhook = ({ onClose, onAdded }: AddWebhookProps) => {
  const api = useAdminApi();
  const [kind, setKind] = useState<WebhookKind>('teams');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const submission = useSubmit(async () => {
    const body: AddWebhookDto = { kind, name, url };
    const { data } = await api.post<AddedWebhookDto>('alerts/webhooks', body);
    onAdded(data);
    onClose();
  });
  return (
    <FormDialog
      title={t`Add a webhook`}
      action={t`Add the webhook`}
      submission={submission}
      onClose={onClose}
    >
      <SelectField
        label={t`Kind`}
        name="kind"
        value={kind}
        options={WEBHOOK_KINDS}
        hint={WEBHOOK_HINTS[kind]}
        onChange={setKind}
      />
      <TextInput
        label={t`Name`}
        name="name"
        value={name}
        hint={t`Such as the name of the channel.`}
        onChange={setName}
      />
      <TextInput
        label={t`Address`}
        name="url"
        value={url}
        hint={t`https://… It is kept as a secret: only its host and last characters are shown.`}
        autoComplete="off"
        onChange={setUrl}
      />
    </FormDialog>
  );
};
