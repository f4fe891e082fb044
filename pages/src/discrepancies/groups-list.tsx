import { t } from '@lingui/core/macro';
import { useState } from 'react';

import type { DiscrepancyGroupDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { listAddress } from '../ui/addresses';
import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { grouped } from '../ui/words';
import { Compared } from './compared';
import { DecideGroup } from './decide-group';
import { GroupOutcome, useGroupOutcome } from './group-outcome';
import { SIDES } from './resolutions';
import { Views } from './views';
import { WAITING_FILTERS } from './waiting-filters';

const Summary = () => {
  const { outcome, setOutcome } = useGroupOutcome();
  return (
    <>
      <Views />
      <BatchResults
        outcome={outcome}
        onClose={() => {
          setOutcome(undefined);
        }}
      />
    </>
  );
};

const GROUPS: ListConfig<DiscrepancyGroupDto> = {
  resource: 'discrepancy-groups',
  title: t`Discrepancies in groups`,
  intro: t`Open discrepancies of the same form and field, with the same two values. A group is decided together.`,
  sort: { field: 'discrepancies', order: 'DESC' },
  Summary,
  empty: {
    title: t`No group waits for a decision`,
    hint: t`The same difference in many forms, such as another spelling of a degree, is one line here and is decided at once.`,
    example: {
      formType: 'degree_change',
      field: fieldInWords('degree'),
      submitted: 'Ph.D.',
      recorded: 'PhD',
      discrepancies: '12',
    },
  },
  filters: WAITING_FILTERS,
  columns: [
    { name: 'formType', label: t`Form`, format: 'words', onCard: 'title' },
    { name: 'field', label: t`Field`, render: ({ field }) => fieldInWords(field) },
    { name: 'submitted', label: SIDES.submitted, render: (row) => <Compared {...row} side="submitted" /> },
    { name: 'recorded', label: SIDES.recorded, render: (row) => <Compared {...row} side="recorded" /> },
    {
      name: 'discrepancies',
      label: t`Open`,
      align: 'right',
      render: ({ groupKey, discrepancies }) => (
        <PageLink to={listAddress('discrepancies', { groupKey })}>{grouped(discrepancies)}</PageLink>
      ),
    },
    { name: 'waitingSince', label: t`Waiting since`, format: 'moment', from: 'lg' },
    {
      name: 'decide',
      label: t`Decision`,
      csv: false,
      onCard: 'aside',
      render: (group) => <DecideGroup group={group} />,
    },
  ],
};

const List = () => {
  const [outcome, setOutcome] = useState<BatchOutcome>();
  return (
    <GroupOutcome value={{ outcome, setOutcome }}>
      <ListPage list={GROUPS} />
    </GroupOutcome>
  );
};
export default List;
