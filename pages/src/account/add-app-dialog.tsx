import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { AccountDto, AppSetUpDto, ConfirmSecondFactorDto, RecoveryCodesDto } from '../api/openapi';
import { CopyButton } from '../ui/copy-button';
import { FormDialog } from '../ui/form-dialog';
import { ShownOnce } from '../ui/shown-once';
import { ShownOnceDialog } from '../ui/shown-once-dialog';
import { useSubmit } from '../ui/use-submit';
import { CodeField } from './code-field';
import { useProof } from './use-proof';

interface StepProps {
  readonly onClose: () => void;
}

interface OfAccountProps extends StepProps {
  readonly account: AccountDto;
}

/** The password, then the QR code, then the recovery codes. */
export const AddAppDialog = ({ account, onClose }: OfAccountProps) => {
  const [setUp, setSetUp] = useState<AppSetUpDto>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (setUp !== undefined) return <ConfirmStep setUp={setUp} onClose={onClose} onConfirmed={setCodes} />;
  return <ProofStep account={account} onClose={onClose} onBegun={setSetUp} />;
};

const ProofStep = ({
  account,
  onClose,
  onBegun,
}: OfAccountProps & { readonly onBegun: (setUp: AppSetUpDto) => void }) => {
  const api = useAdminApi();
  const { fields, prove } = useProof(account);
  const submission = useSubmit(async () => {
    onBegun((await api.post<AppSetUpDto>('account/second-factor', await prove())).data);
  });
  return (
    <FormDialog
      title={t`Add an authenticator app`}
      action={t`Continue`}
      submission={submission}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  );
};

interface ConfirmStepProps extends StepProps {
  readonly setUp: AppSetUpDto;
  readonly onConfirmed: (codes: readonly string[]) => void;
}

const ConfirmStep = ({ setUp, onClose, onConfirmed }: ConfirmStepProps) => {
  const api = useAdminApi();
  const [code, setCode] = useState('');
  const submission = useSubmit(async () => {
    const body: ConfirmSecondFactorDto = { code };
    onConfirmed((await api.post<RecoveryCodesDto>('account/second-factor/confirm', body)).data.recoveryCodes);
  });
  return (
    <FormDialog title={t`Scan the QR code`} action={t`Confirm`} submission={submission} onClose={onClose}>
      <Typography>
        <Trans>Open the app on your phone and scan the code, or type the key into it.</Trans>
      </Typography>
      {/* White in the dark theme too: many cameras do not read inverted codes. */}
      <Box sx={{ alignSelf: 'center', bgcolor: '#fff', p: 2, borderRadius: 1, lineHeight: 0 }}>
        <QRCodeSVG value={setUp.address} size={176} title={t`QR code for the authenticator app`} />
      </Box>
      <Box sx={{ textAlign: 'center' }}>
        <Box component="code" data-testid="secret">
          {setUp.secret}
        </Box>{' '}
        <CopyButton text={setUp.secret} what={t`the key of the app`} />
      </Box>
      <CodeField value={code} onChange={setCode} hint={t`The six digits that the app shows now`} />
    </FormDialog>
  );
};

const RecoveryCodes = ({ codes, onClose }: StepProps & { readonly codes: readonly string[] }) => (
  <ShownOnceDialog
    title={t`Your recovery codes`}
    warning={
      <Trans>
        Each of them replaces the app once, when the phone is lost. Print them or store them in a password
        manager: they are not shown again.
      </Trans>
    }
    done={t`I have stored the codes`}
    maxWidth="sm"
    onClose={onClose}
  >
    <ShownOnce label={t`Recovery codes`} text={codes.join('\n')} what={t`the recovery codes`} />
  </ShownOnceDialog>
);
