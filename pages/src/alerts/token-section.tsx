import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { AlertTokenDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { Section } from '../ui/section';
import { ShownOnce } from '../ui/shown-once';
import { ShownOnceDialog } from '../ui/shown-once-dialog';
import { useSubmit } from '../ui/use-submit';
import { When } from '../ui/when';

interface TokenSectionProps {
  readonly madeAt: string | null;
  readonly onChanged: () => void;
}

/** The token with which a monitoring system reads the open alerts. */
export const TokenSection = ({ madeAt, onChanged }: TokenSectionProps) => {
  const api = useAdminApi();
  const [made, setMade] = useState<AlertTokenDto>();
  const make = useSubmit(async () => {
    const { data } = await api.post<AlertTokenDto>('alerts/token');
    setMade(data);
  });
  const remove = useSubmit(async () => {
    await api.remove('alerts/token');
    onChanged();
  });
  return (
    <Section
      title={t`Monitoring`}
      intro={t`With a token, any monitoring reads the open alerts: 200 when there are none or all are snoozed, else 503.`}
    >
      {madeAt !== null && (
        <Typography variant="body2" sx={{ mb: 2 }}>
          <Trans>
            There is a token, made <When value={madeAt} />. A new one replaces it.
          </Trans>
        </Typography>
      )}
      {(make.message ?? remove.message) !== undefined && (
        <Typography role="alert" color="error" sx={{ mb: 2 }}>
          {make.message ?? remove.message}
        </Typography>
      )}
      <IfMay act="administer">
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            variant="outlined"
            loading={make.busy}
            onClick={() => {
              void make.submit();
            }}
          >
            {madeAt === null ? t`Make a token` : t`Make a new token`}
          </Button>
          {madeAt !== null && (
            <Button
              loading={remove.busy}
              onClick={() => {
                void remove.submit();
              }}
            >
              <Trans>End the token</Trans>
            </Button>
          )}
        </Box>
      </IfMay>
      {made !== undefined && (
        <ShownOnceDialog
          title={t`The token for monitoring is ready`}
          warning={t`Copy the token now: it is not stored and cannot be shown again.`}
          done={t`I have stored the token`}
          maxWidth="md"
          onClose={() => {
            setMade(undefined);
            onChanged();
          }}
        >
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
            <ShownOnce label={t`Address`} text={made.url} what={t`the address`} />
            <ShownOnce label={t`Token`} text={made.token} what={t`the token`} />
            <ShownOnce
              label={t`Try it in a terminal`}
              text={`curl -i -H 'Authorization: Bearer ${made.token}' ${made.url}`}
              what={t`the curl line`}
            />
          </Box>
        </ShownOnceDialog>
      )}
    </Section>
  );
};
