import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useParams } from 'react-router-dom';

import { PageLoading } from '../ui/page-loading';
import { ReplayMatching } from '../queue/replay-matching';
import { listAddress } from '../ui/addresses';
import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { DescriptionList } from '../ui/description-list';
import { EmptyState } from '../ui/empty-state';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { inSentence, systemWords } from '../ui/system-words';
import { ErrorsSection } from './errors-section';
import { factsOf } from './facts';
import { PauseButton } from './pause-button';
import { PauseNote } from './pause-note';
import { SilenceButton } from './silence-button';
import { StateChip } from './state-chip';
import { useSystems } from '../queue/systems';
import { LeasesSection, TakersSection } from './takers-section';

const Show = () => {
  const { id: name = '' } = useParams();
  const answer = useSystems();
  const [outcome, setOutcome] = useState<BatchOutcome>();
  const system = answer.data?.find((one) => one.name === name);
  const failed = system !== undefined && system.deliveryFailed + system.awaitDecision > 0;
  return (
    <Page
      title={systemWords(name)}
      intro={
        <PageLink to="/connectors">
          <Trans>Connectors</Trans>
        </PageLink>
      }
      actions={
        system && (
          <>
            {failed && (
              <ReplayMatching
                what={t`all failed items of ${inSentence(name)}`}
                label={t`Replay all failed`}
                filter={{ targetSystem: name }}
                onDone={setOutcome}
              />
            )}
            <PauseButton system={system} />
          </>
        )
      }
    >
      <Loaded answer={answer} loading={<PageLoading />}>
        {() =>
          system === undefined ? (
            <EmptyState
              title={t`There is no such target system`}
              hint={t`It is neither listed in the settings, nor does an item wait for it.`}
            />
          ) : (
            <>
              <BatchResults
                outcome={outcome}
                onClose={() => {
                  setOutcome(undefined);
                }}
              />
              <PauseNote system={system} />
              <Section
                title={t`State`}
                actions={
                  <>
                    <StateChip state={system.state} />
                    <SilenceButton system={system} />
                  </>
                }
                intro={
                  <>
                    <PageLink to={listAddress('queue', { targetSystem: name })}>
                      <Trans>All its items</Trans>
                    </PageLink>
                    {system.awaitDecision > 0 && (
                      <>
                        {' · '}
                        <PageLink to={listAddress('queue', { targetSystem: name, failure: 'decision' })}>
                          <Trans>Items that wait for a decision</Trans>
                        </PageLink>
                      </>
                    )}
                  </>
                }
              >
                <DescriptionList entries={factsOf(system)} />
              </Section>
              <ErrorsSection targetSystem={name} onDone={setOutcome} />
              <LeasesSection system={system} />
              <TakersSection system={system} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
};
export default Show;
