import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { SignOnSetUpDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { DescriptionList } from '../ui/description-list';
import { Section } from '../ui/section';
import { StatusChip } from '../ui/status-chip';
import { When } from '../ui/when';
import { providerEntries } from './provider-entries';
import { SwitchButton } from './switch-button';

interface ActiveSectionProps {
  readonly setUp: SignOnSetUpDto;
  readonly onChanged: (setUp: SignOnSetUpDto) => void;
}

/** What is in use, and its switch. */
export const ActiveSection = ({ setUp: { active, emailDomain }, onChanged }: ActiveSectionProps) => {
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
            <Box sx={{ mt: 2 }}>
              <SwitchButton
                to="off"
                label={t`Switch off`}
                title={t`Switch single sign-on off?`}
                action={t`Switch it off`}
                done={t`Single sign-on is off`}
                onChanged={onChanged}
              >
                <Trans>
                  Colleagues without a password can no longer log in until they are invited to set one. Open
                  sessions stay.
                </Trans>
              </SwitchButton>
            </Box>
          </IfMay>
        </>
      )}
    </Section>
  );
};
