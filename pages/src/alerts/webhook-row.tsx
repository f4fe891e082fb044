import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { WebhookDto, WebhookTestDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { ConfirmButton } from '../ui/confirm-button';
import { StatusChip } from '../ui/status-chip';
import { useSubmit } from '../ui/use-submit';
import { When } from '../ui/when';
import { webhookKindWords } from './webhook-kinds';

interface WebhookRowProps {
  readonly webhook: WebhookDto;
  readonly onChanged: () => void;
}

/** One webhook: how it answers, a test of it, and its removal. */
export const WebhookRow = ({ webhook, onChanged }: WebhookRowProps) => {
  const { id, kind, name, address } = webhook;
  const api = useAdminApi();
  const [outcome, setOutcome] = useState<WebhookTestDto>();
  const test = useSubmit(async () => {
    setOutcome(undefined);
    const { data } = await api.post<WebhookTestDto>(`alerts/webhooks/${id}/test`);
    setOutcome(data);
    onChanged();
  });
  return (
    <Box component="li" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
      <Typography variant="body2">
        {webhookKindWords(kind)}, {address}
      </Typography>
      <Health webhook={webhook} />
      <IfMay act="administer">
        <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
          <Button
            size="small"
            loading={test.busy}
            aria-label={t`Send a test message to ${name}`}
            onClick={() => {
              void test.submit();
            }}
          >
            <Trans>Send a test message</Trans>
          </Button>
          <ConfirmButton
            label={t`Remove`}
            button={{ 'aria-label': t`Remove the webhook ${name}` }}
            title={t`Remove the webhook?`}
            confirm={t`Remove`}
            danger
            onConfirm={async () => {
              await api.remove(`alerts/webhooks/${id}`);
              onChanged();
            }}
          >
            <Typography>
              <Trans>Messages that wait for it are not sent. Its address is forgotten.</Trans>
            </Typography>
          </ConfirmButton>
        </Box>
      </IfMay>
      <Box role="status">
        {test.message !== undefined && <Typography color="error">{test.message}</Typography>}
        {outcome !== undefined && (
          <StatusChip
            value={outcome.taken ? 'sent' : 'failed'}
            label={outcome.taken ? t`The test was taken` : t`The test was not taken`}
          />
        )}
      </Box>
    </Box>
  );
};

/** Why the last message was not taken, and since when nothing is sent. */
const Health = ({ webhook: { goneAt, problem, problemAt } }: { readonly webhook: WebhookDto }) =>
  problem !== null && (
    <Typography variant="body2" color="error">
      {problem} {problemAt !== null && <When value={problemAt} />}{' '}
      {goneAt !== null && (
        <Trans>No messages are sent to it any more. A test message that it takes changes that.</Trans>
      )}
    </Typography>
  );
