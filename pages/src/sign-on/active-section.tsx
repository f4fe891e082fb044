import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { SignOnSetUpDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { DescriptionList } from '../ui/description-list';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { When } from '../ui/when';
import { providerEntries } from './provider-entries';

interface ActiveSectionProps {
  readonly setUp: SignOnSetUpDto;
  readonly onChanged: (setUp: SignOnSetUpDto) => void;
}

/** What is in use, and its switch. */
export const ActiveSection = ({ setUp: { active, emailDomain }, onChanged }: ActiveSectionProps) => {
  const api = useAdminApi();
  const [asking, setAsking] = useState(false);
  return (
    <Section
      title={t`In use`}
      actions={
        <StatusChip
          value={active === null ? 'inactive' : 'active'}
          label={active === null ? t`Off` : t`On`}
        />
      }
    >
      {active === null ? (
        <Typography>
          <Trans>Single sign-on is off; colleagues log in with a password.</Trans>
        </Typography>
      ) : (
        <>
          <DescriptionList
            entries={[
              ...providerEntries(active),
              { label: t`Since`, value: <When value={active.changedAt} /> },
              { label: t`Found on the login page by addresses of`, value: emailDomain },
            ]}
          />
          <IfMay act="administer">
            <Button
              color="error"
              variant="outlined"
              sx={{ mt: 2 }}
              onClick={() => {
                setAsking(true);
              }}
            >
              <Trans>Switch off</Trans>
            </Button>
          </IfMay>
        </>
      )}
      <ConfirmDialog
        open={asking}
        danger
        title={t`Switch single sign-on off?`}
        confirm={t`Switch it off`}
        onConfirm={async () => {
          onChanged((await api.remove<SignOnSetUpDto>('sign-on')).data);
        }}
        onClose={() => {
          setAsking(false);
        }}
      >
        <Typography>
          <Trans>
            Colleagues without a password can no longer log in until they are invited to set one. Open
            sessions stay.
          </Trans>
        </Typography>
      </ConfirmDialog>
    </Section>
  );
};
