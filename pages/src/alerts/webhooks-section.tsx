import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { AddedWebhookDto, WebhookDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { Loaded } from '../ui/loaded';
import { PageLoading } from '../ui/page-loading';
import { Section } from '../ui/section';
import { ShownOnce } from '../ui/shown-once';
import { ShownOnceDialog } from '../ui/shown-once-dialog';
import { AddWebhook } from './add-webhook';
import { WebhookRow } from './webhook-row';

const KEY = ['alert-webhooks'];

/** Where messages of alerts are posted beside mail. */
export const WebhooksSection = () => {
  const api = useAdminApi();
  const queryClient = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const [added, setAdded] = useState<AddedWebhookDto>();
  const answer = useQuery({
    queryKey: KEY,
    queryFn: () => api.get<WebhookDto[]>('alerts/webhooks'),
    retry: false,
  });
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: KEY });
  };
  return (
    <Section
      title={t`Messages to Teams, Slack or another system`}
      intro={t`The same messages are posted to these addresses, at the same times and in the same language. Neither way waits for the other.`}
    >
      <Loaded answer={answer} loading={<PageLoading />}>
        {({ data }) => (
          <>
            {data.length === 0 && (
              <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
                <Trans>There is no webhook yet.</Trans>
              </Typography>
            )}
            <Box component="ul" aria-label={t`Webhooks`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {data.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} onChanged={refresh} />
              ))}
            </Box>
          </>
        )}
      </Loaded>
      <IfMay act="administer">
        <Button
          variant="outlined"
          onClick={() => {
            setIsAdding(true);
          }}
        >
          <Trans>Add a webhook</Trans>
        </Button>
      </IfMay>
      {isAdding && (
        <AddWebhook
          onClose={() => {
            setIsAdding(false);
          }}
          onAdded={(webhook) => {
            if (webhook.secret !== null) setAdded(webhook);
            refresh();
          }}
        />
      )}
      {added?.secret != null && (
        <ShownOnceDialog
          title={t`The webhook is added`}
          warning={t`Copy the secret now: it cannot be shown again. The receiver verifies with it that a message is ours.`}
          done={t`I have stored the secret`}
          maxWidth="md"
          onClose={() => {
            setAdded(undefined);
          }}
        >
          <ShownOnce label={t`Secret`} text={added.secret} what={t`the secret`} />
        </ShownOnceDialog>
      )}
    </Section>
  );
};
