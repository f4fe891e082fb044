import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { TargetSystemDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { FormDialog } from '../ui/form-dialog';
import { NumberField, numberOf } from '../ui/number-field';
import { systemWords } from '../ui/system-words';
import { useSubmit } from '../ui/use-submit';
import { minuteWords } from './facts';

/** Where the limit of a target system comes from. */
function sourceWords({ silentAfter: { source, usualMinutes } }: TargetSystemDto): string {
  if (usualMinutes === null)
    return t`Until three days of contacts are known, the limit of the alert about silent connectors holds.`;
  const usual = minuteWords(usualMinutes);
  return source === 'learned'
    ? t`Learned: connectors usually ask at least every ${usual}.`
    : t`Connectors usually ask at least every ${usual}.`;
}

/** Says after how long without a contact, while something waits, a target system counts as silent. */
export const SilenceButton = ({ system }: { readonly system: TargetSystemDto }) => {
  const [typed, setTyped] = useState<string>();
  const api = useAdminApi();
  const queries = useQueryClient();
  const notify = useNotify();
  const name = systemWords(system.name);
  const submission = useSubmit(async () => {
    const { targetSystem } = system;
    await api.put<TargetSystemDto>('connectors/silence', { targetSystem, minutes: numberOf(typed ?? '') });
    notify(t`Saved`, { type: 'success' });
    setTyped(undefined);
    await queries.invalidateQueries({ queryKey: ['connectors'] });
  });
  const close = () => {
    submission.reset();
    setTyped(undefined);
  };
  return (
    <IfMay act="operate">
      <Button
        size="small"
        onClick={() => {
          setTyped(system.silentAfter.source === 'set' ? String(system.silentAfter.minutes) : '');
        }}
      >
        <Trans>Change the limit</Trans>
      </Button>
      {typed !== undefined && (
        <FormDialog
          title={t`After how long is ${name} silent?`}
          action={t`Save`}
          submission={submission}
          onClose={close}
        >
          <Typography sx={{ mb: 2 }}>{sourceWords(system)}</Typography>
          <NumberField
            label={t`Minutes without a contact, while something waits`}
            name="minutes"
            value={typed}
            onChange={setTyped}
            hint={t`5 to 43,200. Blank: as learned.`}
          />
        </FormDialog>
      )}
    </IfMay>
  );
};
