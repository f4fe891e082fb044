import { t } from '@lingui/core/macro';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { DiscrepancyGroupDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { listAddress } from '../ui/addresses';
import { BatchResults, type BatchOutcome } from '../ui/batch-results';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { grouped, words } from '../ui/words';
import { DecideGroup, DecideSelection } from './decide-groups';
import { GroupOutcome, useGroupOutcome } from './group-outcome';
import { fieldsInWords, GroupSide, recordedInWords } from './group-values';
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
        onUndone={setOutcome}
      />
    </>
  );
};

const FieldOfForm = ({ field, formType }: DiscrepancyGroupDto) => (
  <>
    {fieldInWords(field)}
    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
      {words(formType)}
    </Typography>
  </>
);

const GROUPS: ListConfig<DiscrepancyGroupDto> = {
  resource: 'discrepancy-groups',
  title: t`Discrepancies in groups`,
  intro: t`Open discrepancies of the same form and field with the same submitted value, whatever is recorded. One or several groups are decided together.`,
  sort: { field: 'discrepancies', order: 'DESC' },
  Summary,
  SelectionActions: DecideSelection,
  rowName: ({ field, submitted }) => `${fieldInWords(field)}: ${submitted}`,
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
    { name: 'field', label: t`Field`, onCard: 'title', render: (group) => <FieldOfForm {...group} /> },
    { name: 'formType', label: t`Form`, exportOnly: true },
    {
      name: 'submitted',
      label: SIDES.submitted,
      render: (group) => <GroupSide group={group} side="submitted" />,
    },
    {
      name: 'recorded',
      label: SIDES.recorded,
      render: (group) => <GroupSide group={group} side="recorded" />,
      csv: recordedInWords,
    },
    { name: 'recordedValues', label: t`Recorded values`, exportOnly: true },
    {
      name: 'discrepancies',
      label: t`Open`,
      align: 'right',
      render: ({ groupKey, discrepancies }) => (
        <PageLink to={listAddress('discrepancies', { groupKey })}>{grouped(discrepancies)}</PageLink>
      ),
    },
    {
      name: 'alsoOpen',
      label: t`Also differs`,
      csv: ({ alsoOpen }) => fieldsInWords(alsoOpen),
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
