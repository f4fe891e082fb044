import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';

import type { LeaseRowDto, TargetSystemDto } from '../api/openapi';
import { itemId } from '../queue/item-key';
import { showAddress } from '../ui/addresses';
import { Age } from '../ui/age';
import { DescriptionList } from '../ui/description-list';
import { Loaded } from '../ui/loaded';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { ShortId } from '../ui/short-id';
import { When } from '../ui/when';
import { grouped, words } from '../ui/words';
import { useLeases } from '../queue/systems';

type Connector = TargetSystemDto['connectors'][number];

const Taker = ({ connector }: { readonly connector: Connector }) => (
  <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
    <Typography sx={{ fontWeight: 600, mb: 1 }}>{connector.label ?? connector.apiKey}</Typography>
    <DescriptionList
      entries={[
        { label: t`API key`, value: <ShortId id={connector.apiKey ?? ''} /> },
        { label: t`Last claim`, value: <Age since={connector.lastClaimAt} none={t`Never`} ago /> },
        { label: t`Claimed, 24 hours`, value: grouped(connector.claimed24h) },
        { label: t`Sent, 24 hours`, value: grouped(connector.sent24h) },
        { label: t`Failed, 24 hours`, value: grouped(connector.failed24h) },
        { label: t`In flight`, value: grouped(connector.inFlight) },
      ]}
    />
  </Box>
);

/** The credentials that take items of a target system. */
export const TakersSection = ({ system: { connectors } }: { readonly system: TargetSystemDto }) => (
  <Section title={t`Who takes items`} intro={t`The API keys that were handed items of this system.`}>
    {connectors.length === 0 ? (
      <Typography color="textSecondary">
        <Trans>No connector has been handed an item yet.</Trans>
      </Typography>
    ) : (
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {connectors.map((connector) => (
          <Taker key={connector.apiKey} connector={connector} />
        ))}
      </Box>
    )}
  </Section>
);

const Lease = ({ lease, system }: { readonly lease: LeaseRowDto; readonly system: TargetSystemDto }) => {
  const item = { submissionId: lease.submissionId, targetSystem: system.targetSystem };
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
      <PageLink to={showAddress('queue', itemId(item))} sx={{ fontWeight: 600 }}>
        <ShortId id={lease.submissionId} />
      </PageLink>{' '}
      {words(lease.formType)}
      <Typography variant="body2" color="textSecondary">
        <Trans>
          Attempt {lease.attempt}, with {lease.label ?? lease.apiKey} since <When value={lease.claimedAt} />;
          the lease ends <When value={lease.leaseUntil} />
        </Trans>
      </Typography>
    </Box>
  );
};

/** What connectors hold at the moment. */
export const LeasesSection = ({ system }: { readonly system: TargetSystemDto }) => {
  const answer = useLeases(system.name);
  return (
    <Section
      title={t`Leases`}
      intro={
        <Trans>
          Items that connectors hold. One whose lease ends before it is reported is queued again by itself.
        </Trans>
      }
    >
      <Loaded answer={answer} loading={<Skeleton variant="rounded" height={72} />}>
        {(leases) =>
          leases.length === 0 ? (
            <Typography color="textSecondary">
              <Trans>Nothing is in flight.</Trans>
            </Typography>
          ) : (
            <>
              <Box component="ul" aria-label={t`Leases`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {leases.map((lease) => (
                  <Lease key={lease.claimId} lease={lease} system={system} />
                ))}
              </Box>
              {system.inFlight > leases.length && (
                <Typography variant="body2" color="textSecondary">
                  <Trans>
                    The first {leases.length} of {grouped(system.inFlight)} are shown.
                  </Trans>
                </Typography>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
};
