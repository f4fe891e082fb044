import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { IssuedKeyDto } from '../api/openapi';
import { CheckboxGroup } from '../ui/checkbox-group';
import { endOfDay } from '../ui/dates/end-of-day';
import { DayField } from '../ui/day-field';
import { FormDialog } from '../ui/form-dialog';
import { NumberField, numberOf } from '../ui/number-field';
import { keysOf } from '../ui/options';
import { TextInput } from '../ui/text-input';
import { useTimeZone } from '../ui/time-zone';
import { useSubmit } from '../ui/use-submit';
import { type AccessScope, SCOPES } from './labels';

interface CreateKeyDialogProps {
  readonly onClose: () => void;
  readonly onIssued: (key: IssuedKeyDto) => void;
}

const SCOPE_OPTIONS = keysOf(SCOPES).map((scope) => ({
  value: scope,
  label: `${SCOPES[scope].label} – ${SCOPES[scope].hint}`,
}));

export const CreateKeyDialog = ({ onClose, onIssued }: CreateKeyDialogProps) => {
  const api = useAdminApi();
  const [label, setLabel] = useState('');
  const [scopes, setScopes] = useState<readonly AccessScope[]>([]);
  const timeZone = useTimeZone();
  const [expires, setExpires] = useState('');
  const [rateLimit, setRateLimit] = useState('');
  const submission = useSubmit(async () => {
    const { data } = await api.post<IssuedKeyDto>('keys', {
      label,
      scopes,
      // The key works until the end of the chosen day, in the zone that times are shown in.
      expiresAt: expires === '' ? null : endOfDay(expires, timeZone),
      rateLimit: numberOf(rateLimit),
    });
    onIssued(data);
    onClose();
  });
  return (
    <FormDialog title={t`Create a key`} action={t`Create the key`} submission={submission} onClose={onClose}>
      <TextInput
        required
        autoFocus
        label={t`Label`}
        value={label}
        name="label"
        hint={t`The system that uses the key, for example “SIS nightly”.`}
        onChange={setLabel}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <CheckboxGroup
        label={t`Scopes`}
        options={SCOPE_OPTIONS}
        value={scopes}
        name="scopes"
        hint={t`What the system may do with the key; choose as little as it needs.`}
        onChange={setScopes}
      />
      <DayField
        label={t`Expires at the end of`}
        value={expires}
        name="expiresAt"
        hint={t`Empty: the key does not expire.`}
        onChange={setExpires}
      />
      <NumberField
        label={t`Requests per minute`}
        value={rateLimit}
        name="rateLimit"
        hint={
          <Trans>
            The limit of this key. Empty: only the limit in the settings applies, which all keys share.
          </Trans>
        }
        onChange={setRateLimit}
      />
    </FormDialog>
  );
};
