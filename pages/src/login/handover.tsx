import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { call, messageOf } from '../api/http';
import type { HandedOverKeyDto, HandoverTokenDto, OfferedKeyDto } from '../api/openapi';
import { curlLine } from '../keys/labels';
import { PageLoading } from '../ui/page-loading';
import { ShownOnce } from '../ui/shown-once';
import { useSubmit } from '../ui/use-submit';
import { LOCAL_ZONE } from '../ui/time-zone';
import { exactTime } from '../ui/when';
import { Title } from './title';

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Where a hand-over link leads: `#/handover?token=…`. Opening the page does not use the link up; the button does. */
const Handover = () => {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [opened, setOpened] = useState<HandedOverKeyDto>();
  const { data, error, isPending } = useQuery({
    queryKey: ['handover', token],
    queryFn: async () => {
      const body: HandoverTokenDto = { token };
      return (await call<OfferedKeyDto>('POST', 'handovers/show', { body })).data;
    },
    retry: false,
    staleTime: Infinity,
  });
  if (opened !== undefined) return <Secret handedOver={opened} />;
  if (isPending) return <PageLoading />;
  if (error !== null)
    return (
      <>
        <Title title={t`API key`} />
        <Alert severity="error">
          {token === ''
            ? t`The link is not complete; copy all of it from the message in which you received it.`
            : withTimes(messageOf(error))}
        </Alert>
      </>
    );
  return <Offer token={token} offered={data} onOpened={setOpened} />;
};

/** The moments in a sentence of the API as a reader writes them. */
function withTimes(sentence: string): string {
  return sentence.replaceAll(MOMENT, (moment) => exactTime(new Date(moment), LOCAL_ZONE));
}

interface OfferProps {
  readonly token: string;
  readonly offered: OfferedKeyDto;
  readonly onOpened: (handedOver: HandedOverKeyDto) => void;
}

const Offer = ({ token, offered, onOpened }: OfferProps) => {
  const { submit, busy, message } = useSubmit(async () => {
    const body: HandoverTokenDto = { token };
    onOpened((await call<HandedOverKeyDto>('POST', 'handovers/open', { body })).data);
  });
  return (
    <>
      <Title title={t`API key “${offered.label}”`}>
        <Trans>
          {offered.tenantName} hands this key to you. Its secret is shown once; have a safe place for it
          ready.
        </Trans>
      </Title>
      {message !== undefined && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {withTimes(message)}
        </Alert>
      )}
      <Button
        variant="contained"
        size="large"
        fullWidth
        loading={busy}
        onClick={() => {
          void submit();
        }}
      >
        <Trans>Show the secret now</Trans>
      </Button>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        <Trans>The link works until {exactTime(new Date(offered.expiresAt), LOCAL_ZONE)}.</Trans>
      </Typography>
    </>
  );
};

const Secret = ({ handedOver }: { readonly handedOver: HandedOverKeyDto }) => (
  <>
    <Title title={t`API key “${handedOver.label}”`} />
    <Alert severity="warning" sx={{ mb: 2 }}>
      <Trans>Copy the secret now: the link is used up, and the secret cannot be shown again.</Trans>
    </Alert>
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <ShownOnce label={t`Key`} text={handedOver.apiKey} what={t`the key`} />
      <ShownOnce label={t`Secret`} text={handedOver.apiSecret} what={t`the secret`} />
      <ShownOnce label={t`Try it in a terminal`} text={curlLine(handedOver)} what={t`the curl line`} />
    </Box>
  </>
);

export default Handover;
