import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../../api/data-provider';
import type { ProgressRecordDto } from '../../api/openapi';
import { PageLoading } from '../../ui/page-loading';
import { CommitteeSection } from '../../progress/committee-section';
import { DissertationSection } from '../../progress/dissertation-section';
import { MilestoneTimeline } from '../../progress/milestone-timeline';
import { PacingSection } from '../../progress/pacing-section';
import { Loaded } from '../../ui/loaded';
import { Section } from '../../ui/section';

function useRecord(userId: string) {
  const api = useAdminApi();
  return useQuery({
    queryKey: ['progress', 'record', userId],
    queryFn: async () => (await api.get<ProgressRecordDto>(`progress/${encodeURIComponent(userId)}`)).data,
    retry: false,
  });
}

/** How far a student is. */
export const ProgressTab = ({ userId }: { readonly userId: string }) => (
  <Loaded answer={useRecord(userId)} loading={<PageLoading />}>
    {(record) => (
      <>
        <PacingSection record={record} />
        <Section title={t`Milestones`}>
          <MilestoneTimeline milestones={record.milestones} today={record.pacing.asOf} />
        </Section>
        <DissertationSection dissertation={record.dissertation} />
      </>
    )}
  </Loaded>
);

/** The committee that accompanies a student. */
export const OwnCommittee = ({ userId }: { readonly userId: string }) => (
  <Loaded answer={useRecord(userId)} loading={<PageLoading />}>
    {({ committee }) => <CommitteeSection committee={committee} />}
  </Loaded>
);
