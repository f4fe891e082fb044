import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useAdminApi } from '../../../api/data-provider';
import type { EraseDto, ErasureDto, ErasurePlanDto } from '../../../api/openapi';
import { useForgetEverywhere } from '../../../ui/forget-people';
import { SubmitButton } from '../../../ui/form';
import { DialogForm } from '../../../ui/form-dialog';
import { PageLoading } from '../../../ui/page-loading';
import { Loaded } from '../../../ui/loaded';
import { TextInput } from '../../../ui/text-input';
import { useSubmit } from '../../../ui/use-submit';
import { PlanTable } from './plan-table';

interface EraseDialogProps {
  readonly userId: string;
  readonly name: string;
  readonly onClose: () => void;
}

interface QuestionProps {
  readonly plan: ErasurePlanDto;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

const Question = ({ plan, typed, onType }: QuestionProps) => (
  <>
    <PlanTable tables={plan.tables} />
    {plan.openClaims > 0 && (
      <Alert severity="warning" role="note" sx={{ mt: 2 }}>
        {plural(plan.openClaims, {
          one: 'A connector is carrying # submission of this person; what it reports is refused.',
          other: 'Connectors are carrying # submissions of this person; what they report is refused.',
        })}
      </Alert>
    )}
    <TextInput
      label={t`Type ${plan.userId} to confirm`}
      value={typed}
      onChange={onType}
      autoComplete="off"
      fullWidth
      sx={{ mt: 2 }}
    />
  </>
);

/** Shows what would be erased, asks for the ID and erases the person, whose page then says how far it is. */
export const EraseDialog = ({ userId, name, onClose }: EraseDialogProps) => {
  const api = useAdminApi();
  const forget = useForgetEverywhere();
  const [typed, setTyped] = useState('');
  const path = `users/${encodeURIComponent(userId)}/erase`;
  const plan = useQuery({
    queryKey: ['users', 'erasure-plan', userId],
    queryFn: async () => {
      const body: EraseDto = { dryRun: true };
      return (await api.post<ErasurePlanDto>(path, body)).data;
    },
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const submission = useSubmit(async () => {
    const body: EraseDto = { token: plan.data?.token ?? '' };
    await api.post<ErasureDto>(path, body);
    forget(userId);
  });
  const { busy } = submission;
  const mayErase = typed === userId && plan.data !== undefined;
  return (
    <DialogForm
      title={t`Erase ${name}, ${userId}?`}
      submission={submission}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={busy} variant="contained" autoFocus>
            <Trans>Cancel</Trans>
          </Button>
          <SubmitButton variant="outlined" color="error" disabled={!mayErase}>
            <Trans>Erase this person</Trans>
          </SubmitButton>
        </>
      }
    >
      <Loaded answer={plan} loading={<PageLoading />}>
        {(found) => <Question plan={found} typed={typed} onType={setTyped} />}
      </Loaded>
    </DialogForm>
  );
};
