import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';

import { ExampleRow } from '../ui/list/example-row';
import type { TargetSystemDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { DescriptionList } from '../ui/description-list';
import { EmptyState } from '../ui/empty-state';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { inSentence, systemWords } from '../ui/system-words';
import { PauseButton } from './pause-button';
import { PauseNote } from './pause-note';
import { StateChip } from './state-chip';
import { factsOf } from './facts';
import { useSystems } from '../queue/systems';

const SystemSection = ({ system }: { readonly system: TargetSystemDto }) => (
  <Section
    title={systemWords(system.name)}
    actions={
      <>
        <StateChip state={system.state} />
        <PauseButton system={system} size="small" />
      </>
    }
    intro={
      <PageLink to={showAddress('connectors', system.name)}>
        <Trans>Errors, leases and credentials of {inSentence(system.name)}</Trans>
      </PageLink>
    }
  >
    <PauseNote system={system} />
    <DescriptionList entries={factsOf(system)} />
  </Section>
);

const EXAMPLE = [
  { label: t`Target system`, value: 'CRM' },
  { label: t`Status`, value: <StateChip state="working" /> },
  { label: t`Waiting`, value: '2' },
  { label: t`Delivery failed`, value: '0' },
];

const List = () => {
  const answer = useSystems();
  return (
    <Page
      title={t`Connectors`}
      intro={
        <Trans>
          The systems that submissions are carried to, each with the programs that take its items from the
          queue. <PageLink to="/trends/queue">Waiting times and deliveries over time</PageLink>
        </Trans>
      }
    >
      <Loaded answer={answer} loading={<Skeleton variant="rounded" height={180} />}>
        {(systems) => (
          <>
            {systems.length === 0 && (
              <EmptyState
                title={t`No target systems yet`}
                hint={t`A system appears here when the settings list it, or when an item waits for it.`}
              >
                <ExampleRow cells={EXAMPLE} />
              </EmptyState>
            )}
            {systems.some(({ state }) => state === 'silent') && (
              <Alert severity="error" role="note" sx={{ mb: 2 }}>
                <Trans>
                  Items wait, and no connector asks for them. Look whether the connector runs, and whether its
                  key is valid.
                </Trans>
              </Alert>
            )}
            {systems.map((system) => (
              <SystemSection key={system.name} system={system} />
            ))}
          </>
        )}
      </Loaded>
    </Page>
  );
};
export default List;
