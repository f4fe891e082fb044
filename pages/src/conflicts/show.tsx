import { t } from '@lingui/core/macro';

import type { ConflictDetailDto } from '../api/openapi';
import { DescriptionList } from '../ui/description-list';
import { RequestLink } from '../ui/request-link';
import { RowPage } from '../ui/row-page';
import { RunLink } from '../ui/run-link';
import { Section } from '../ui/section';
import { useRow } from '../ui/use-row';
import { When } from '../ui/when';
import { grouped } from '../ui/words';
import { PersonInView } from '../ui/person-in-view';
import { ChangedNote } from './changed-note';
import { ConflictStatus } from './conflict-status';
import { DecideSection } from './decide-section';
import { DecidedSection } from './decided-section';
import { DecisionNote } from './decision-note';
import { CONFLICT_KINDS } from './kinds';
import { SideBySide } from './side-by-side';
import { useDecision } from './use-decision';

const People = ({ conflict: { userId, user, ownerId, owner } }: { readonly conflict: ConflictDetailDto }) => (
  <>
    <PersonInView title={t`The user whom matching found`} userId={userId} person={user} />
    {ownerId !== null && (
      <PersonInView title={t`The user who has the address or number`} userId={ownerId} person={owner} />
    )}
  </>
);

const Asked = ({ conflict }: { readonly conflict: ConflictDetailDto }) => (
  <Section title={t`The question`}>
    <DescriptionList
      entries={[
        { label: t`Number sent`, value: conflict.externalId },
        { label: t`By`, value: conflict.actorLabel },
        { label: t`Run`, value: <RunLink run={conflict.run} /> },
        { label: t`Request`, value: <RequestLink requestId={conflict.requestId} /> },
        { label: t`How often`, value: `${grouped(conflict.count)}×` },
        { label: t`First`, value: <When value={conflict.firstAt} /> },
        { label: t`Last`, value: <When value={conflict.lastAt} /> },
      ]}
    />
  </Section>
);

const Show = () => {
  const { id, ...answer } = useRow<ConflictDetailDto>('conflicts');
  const { outcome, decide, takeBack } = useDecision({ id }, answer.refetch);
  const { data } = answer;
  return (
    <RowPage<ConflictDetailDto>
      list={{ to: '/conflicts', label: t`Conflicts` }}
      title={data === undefined ? t`Conflict ${id}` : CONFLICT_KINDS[data.kind]}
      answer={answer}
      actions={({ status }) => <ConflictStatus status={status} />}
    >
      {(conflict) => (
        <>
          <DecisionNote outcome={outcome} />
          <ChangedNote changes={conflict.changedSince} />
          {conflict.fields.length > 0 && (
            <Section title={t`Side by side`}>
              <SideBySide conflict={conflict} />
            </Section>
          )}
          <DecideSection conflict={conflict} onDecide={decide} />
          <DecidedSection conflict={conflict} onTakeBack={takeBack} />
          <People conflict={conflict} />
          <Asked conflict={conflict} />
        </>
      )}
    </RowPage>
  );
};
export default Show;
