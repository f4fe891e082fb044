import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import { messageOf } from '../api/http';
import type { OwnSessionDto } from '../api/openapi';
import { PageLoading } from '../ui/page-loading';
import { Loaded } from '../ui/loaded';
import { Section } from '../ui/section';
import { When } from '../ui/when';

const KEY = ['account', 'sessions'];

export const SessionsSection = () => {
  const api = useAdminApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const answer = useQuery({
    queryKey: KEY,
    queryFn: async () => (await api.get<OwnSessionDto[]>('account/sessions')).data,
    retry: false,
  });
  const end = (path: string) => () => {
    api.remove(path).then(
      () => queryClient.invalidateQueries({ queryKey: KEY }),
      (error: unknown) => {
        notify(messageOf(error), { type: 'error' });
      },
    );
  };
  const hasOthers = (answer.data ?? []).length > 1;
  return (
    <Section
      title={t`Sessions`}
      intro={t`Where you are logged in. A session ends after an hour without use and after 12 hours.`}
      actions={
        hasOthers && (
          <Button onClick={end('account/sessions')}>
            <Trans>End all others</Trans>
          </Button>
        )
      }
    >
      <Loaded answer={answer} loading={<PageLoading />}>
        {(sessions) => (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {sessions.map(({ sessionId, address, createdAt, lastSeenAt, isCurrent }) => (
              <Box
                component="li"
                key={sessionId}
                sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', py: 0.5 }}
              >
                <Box component="strong" sx={{ minWidth: '9rem' }}>
                  {address}
                </Box>
                <span>
                  <Trans>
                    since <When value={createdAt} />
                  </Trans>
                </span>
                <span>
                  <Trans>
                    last seen <When value={lastSeenAt} />
                  </Trans>
                </span>
                {isCurrent ? (
                  <em>
                    <Trans>this session</Trans>
                  </em>
                ) : (
                  <Button
                    size="small"
                    aria-label={t`End the session of ${address}`}
                    onClick={end(`account/sessions/${encodeURIComponent(sessionId)}`)}
                  >
                    <Trans>End</Trans>
                  </Button>
                )}
              </Box>
            ))}
          </Box>
        )}
      </Loaded>
    </Section>
  );
};
