import { t } from '@lingui/core/macro';
import { useState } from 'react';

import type { HoldDetailDto } from '../api/openapi';
import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { DescriptionList } from '../ui/description-list';
import { RequestLink } from '../ui/request-link';
import { RowPage } from '../ui/row-page';
import { RunLink } from '../ui/run-link';
import { Section } from '../ui/section';
import { useRow } from '../ui/use-row';
import { When } from '../ui/when';
import { PersonInView } from '../ui/person-in-view';
import { Limits, RunContext } from './context';
import { DecideButtons } from './decide-buttons';
import { HoldStatus } from './hold-status';
import { TakeBackButton } from './take-back-button';
import { useDecideHolds } from './use-decide-holds';

const REASONS: Readonly<Record<HoldDetailDto['reason'], string>> = {
  committee_impact: t`The call asked to hold it when students would lose a committee member.`,
  pause: t`It came within a pause of de-provisionings.`,
  limit: t`It was beyond a limit.`,
};

const Why = ({ hold: { reason, beyond, runOfHold } }: { readonly hold: HoldDetailDto }) => (
  <Section title={t`Why it was held`}>
    {/* The limits say more, when they are known. */}
    {(reason !== 'limit' || beyond.length === 0) && REASONS[reason]}
    <Limits beyond={beyond} />
    {runOfHold !== null && <RunContext run={runOfHold} />}
  </Section>
);

const Asked = ({ hold }: { readonly hold: HoldDetailDto }) => (
  <Section title={t`Request and decision`}>
    <DescriptionList
      entries={[
        { label: t`Requested`, value: <When value={hold.requestedAt} /> },
        { label: t`Requested by`, value: hold.actorLabel },
        { label: t`Run`, value: <RunLink run={hold.run} /> },
        { label: t`Request`, value: <RequestLink requestId={hold.requestId} /> },
        { label: t`Decided`, value: <When value={hold.decidedAt} /> },
        { label: t`Decided by`, value: hold.decidedByLabel ?? hold.decidedBy },
      ]}
    />
  </Section>
);

const Show = () => {
  const { id, ...answer } = useRow<HoldDetailDto>('holds');
  const [outcome, setOutcome] = useState<BatchOutcome>();
  const { decide, takeBack } = useDecideHolds();
  const { data } = answer;
  const settle = async (shown: BatchOutcome) => {
    setOutcome(shown);
    await answer.refetch();
  };
  return (
    <RowPage<HoldDetailDto>
      list={{ to: '/holds', label: t`Held de-provisionings` }}
      title={data === undefined ? t`Hold ${id}` : t`De-provisioning of ${data.userName ?? data.userId}`}
      answer={answer}
      actions={({ status }) => (
        <>
          <HoldStatus status={status} />
          {status === 'held' && (
            <DecideButtons count={1} onDecide={async (what) => settle((await decide([id], what)).outcome)} />
          )}
          {(status === 'released' || status === 'rejected') && (
            <TakeBackButton status={status} onTakeBack={async () => settle(await takeBack([id]))} />
          )}
        </>
      )}
    >
      {(hold) => (
        <>
          <BatchResults
            outcome={outcome}
            onUndone={(shown) => {
              void settle(shown);
            }}
            onClose={() => {
              setOutcome(undefined);
            }}
          />
          <PersonInView title={t`User`} userId={hold.userId} person={hold.person} />
          <Why hold={hold} />
          <Asked hold={hold} />
        </>
      )}
    </RowPage>
  );
};
export default Show;
