import { t } from '@lingui/core/macro';

import type { RuleDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { entryOf, optionsOf } from '../ui/options';
import { grouped } from '../ui/words';
import { CreateRule } from './create-rule';
import { RemoveRule } from './remove-rule';
import { RESOLUTIONS } from './resolutions';
import { valuesInWords } from './rule-values';
import { Views } from './views';

const STATUSES: Readonly<Record<RuleDto['status'], string>> = {
  in_force: t`In force`,
  removed: t`Removed`,
};

const RULES: ListConfig<RuleDto> = {
  resource: 'discrepancy-rules',
  title: t`Rules about discrepancies`,
  intro: t`Each decides about the discrepancies that are found from now on. What is open stays open.`,
  sort: { field: 'createdAt', order: 'DESC' },
  Summary: Views,
  actions: <CreateRule />,
  empty: {
    title: t`No rules`,
    hint: t`A rule decides the same way each time, in its own name. Make one where you always answer the same.`,
    example: {
      formType: 'degree_change',
      field: fieldInWords('degree'),
      submitted: t`All values`,
      resolution: RESOLUTIONS.keep_record.label,
      applied: '12×',
    },
  },
  filters: [
    { source: 'status', label: t`Status`, options: optionsOf(STATUSES) },
    { source: 'id', label: t`Rule`, isOfLinks: true, useText: () => t`One rule` },
  ],
  columns: [
    { name: 'formType', label: t`Form`, format: 'words', onCard: 'title' },
    { name: 'field', label: t`Field`, render: ({ field }) => fieldInWords(field) },
    { name: 'submitted', label: t`Values`, wide: true, render: valuesInWords },
    { name: 'recorded', label: t`Recorded`, exportOnly: true },
    { name: 'anyRecorded', label: t`Whatever is recorded`, exportOnly: true },
    {
      name: 'resolution',
      label: t`Decision`,
      render: ({ resolution }) => entryOf(RESOLUTIONS, resolution)?.label ?? resolution,
    },
    { name: 'note', label: t`Note`, from: 'xl' },
    { name: 'applied', label: t`Applied`, align: 'right', render: ({ applied }) => `${grouped(applied)}×` },
    { name: 'lastAppliedAt', label: t`Last applied`, format: 'moment', from: 'xl' },
    { name: 'createdByLabel', label: t`Made by`, from: 'lg' },
    { name: 'createdAt', label: t`Made`, format: 'moment', from: 'lg' },
    { name: 'keptAt', label: t`Kept`, exportOnly: true },
    { name: 'removedByLabel', label: t`Removed by`, exportOnly: true },
    {
      name: 'remove',
      label: t`Action`,
      csv: false,
      onCard: 'aside',
      render: (rule) => (rule.status === 'in_force' ? <RemoveRule rule={rule} /> : STATUSES.removed),
    },
  ],
};

const List = () => <ListPage list={RULES} />;
export default List;
