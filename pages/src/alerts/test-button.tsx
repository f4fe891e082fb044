import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { AlertTestDto, TestAlertsDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { StatusChip } from '../ui/status-chip';
import { useSubmit } from '../ui/use-submit';
import { inCalls } from './recipients';

interface TestButtonProps {
  /** Those in the form, saved or not. */
  readonly recipients: readonly string[];
}

/** Sends a message to the recipients in the form, so that they can be tried before they are saved. */
export const TestButton = ({ recipients }: TestButtonProps) => {
  const api = useAdminApi();
  const [outcomes, setOutcomes] = useState<readonly AlertTestDto[]>([]);
  const test = useSubmit(async () => {
    setOutcomes([]);
    for (const group of inCalls(recipients)) {
      const body: TestAlertsDto = { recipients: group };
      const { data } = await api.post<AlertTestDto[]>('alerts/test', body);
      setOutcomes((before) => [...before, ...data]);
    }
  });
  return (
    <IfMay act="administer">
      <Box sx={{ mt: 2 }}>
        <Button
          variant="outlined"
          loading={test.busy}
          disabled={recipients.length === 0}
          onClick={() => {
            void test.submit();
          }}
        >
          <Trans>Send a test</Trans>
        </Button>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          <Trans>
            To all recipients on this page at once, also to those that are not saved yet; to 100 addresses an
            hour at most.
          </Trans>
        </Typography>
        <Box role="status">
          {test.message !== undefined && (
            <Typography color="error" sx={{ mt: 1 }}>
              {test.message}
            </Typography>
          )}
          {outcomes.length > 0 && <Outcomes outcomes={outcomes} />}
        </Box>
      </Box>
    </IfMay>
  );
};

const Outcomes = ({ outcomes }: { readonly outcomes: readonly AlertTestDto[] }) => (
  <Box
    component="ul"
    aria-label={t`Answers of the mail server`}
    sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}
  >
    {outcomes.map(({ recipient, taken, problem }) => (
      <Box
        component="li"
        key={recipient}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          py: 0.5,
          overflowWrap: 'anywhere',
        }}
      >
        <StatusChip
          value={taken ? 'sent' : 'failed'}
          label={taken ? t`Sent to the mail server` : t`Not sent`}
        />
        <span>
          {recipient}
          {problem !== null && `: ${problem}`}
        </span>
      </Box>
    ))}
  </Box>
);
