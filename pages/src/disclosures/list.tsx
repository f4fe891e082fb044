import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { DisclosureDto } from '../api/openapi';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { optionsOf } from '../ui/options';
import { Day } from '../ui/when';
import { grouped } from '../ui/words';
import { DISCLOSURE_KINDS } from './kinds';

const DISCLOSURES: ListConfig<DisclosureDto> = {
  resource: 'disclosures',
  title: t`Disclosures`,
  intro: (
    <Trans>
      Who was given data about users: which key or administrator, on which day, in which way, and about how
      many users. The page of a user shows who was given data about that user.
    </Trans>
  ),
  sort: { field: 'day', order: 'DESC' },
  empty: {
    title: t`No data was handed out`,
    hint: t`You can answer here who has seen data about your users. An export, a download or a read by a key adds a line for the day.`,
    example: {
      day: <Day value="2026-09-01" />,
      actorLabel: 'SIS nightly',
      kind: DISCLOSURE_KINDS.list,
      people: grouped(412),
    },
  },
  streamed: ['csv'],
  filters: [
    { source: 'from', until: 'to', label: t`Day`, type: 'day' },
    { source: 'kind', label: t`Kind`, options: optionsOf(DISCLOSURE_KINDS), width: 220 },
  ],
  columns: [
    { name: 'day', label: t`Day`, onCard: 'aside', render: ({ day }) => <Day value={day} /> },
    {
      name: 'actorLabel',
      label: t`By`,
      onCard: 'title',
      render: ({ actor, actorLabel }) => <span title={actor}>{actorLabel}</span>,
    },
    { name: 'kind', label: t`Kind`, wide: true, render: ({ kind }) => DISCLOSURE_KINDS[kind] },
    { name: 'people', label: t`Users`, align: 'right', render: ({ people }) => grouped(people) },
  ],
};

const Disclosures = () => <ListPage list={DISCLOSURES} />;

export default Disclosures;
