import { plural, t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useRefresh } from 'react-admin';

import type { RequestRowDto, RunChangeDto, RunPageDto } from '../api/openapi';
import { useMay } from '../api/roles';
import { EventsSection } from '../events/events-section';
import { HttpStatus } from '../requests/http-status';
import { Path } from '../requests/path';
import { showAddress } from '../ui/addresses';
import { differencesText } from '../ui/difference';
import { Differences } from '../ui/differences';
import { ListSection } from '../ui/list/list-page';
import type { ListSectionConfig } from '../ui/list/types';
import { PageLink } from '../ui/page-link';
import { RowPage } from '../ui/row-page';
import { useRow } from '../ui/use-row';
import { grouped } from '../ui/words';
import { PEOPLE } from './counts';
import { FailuresSection } from './failures-section';
import { FinishSection } from './finish-section';
import { PeopleCounts } from './people-counts';
import { NotCompleteNote, SummarySection, UndoNote } from './summary-section';
import { UndoDialog } from './undo-dialog';

const CHANGES: ListSectionConfig<RunChangeDto> = {
  resource: 'runChanges',
  title: t`People changed`,
  sort: { field: 'at', order: 'DESC' },
  empty: { title: t`The run changed no user` },
  columns: [
    {
      name: 'userName',
      label: t`User`,
      onCard: 'title',
      render: ({ userName, userId }) => (
        <PageLink to={showAddress('users', userId)} sx={{ fontWeight: 600 }}>
          {userName ?? userId}
        </PageLink>
      ),
    },
    { name: 'userId', label: 'ID' },
    {
      name: 'fields',
      label: t`What changed`,
      wide: true,
      csv: ({ kind, fields }) => (kind === 'inserted' ? t`Created` : differencesText(fields)),
      render: ({ kind, fields }) => (
        <Differences
          differences={fields}
          none={kind === 'inserted' ? t`The user was created` : t`No fields`}
        />
      ),
    },
    { name: 'at', label: t`Time`, format: 'moment', from: 'lg' },
    { name: 'requestId', label: t`Request ID`, exportOnly: true },
  ],
};

/** What the entries of the list are, in the words of the counts above it. */
function changesInWords(run: RunPageDto): string {
  const { inserted, updated, heldReleased, finish } = run;
  const { peopleUpdated } = run.workflow;
  const absent = finish?.absent?.deprovisioned ?? 0;
  const parts = [
    { count: inserted, text: PEOPLE.inserted(inserted) },
    { count: updated, text: PEOPLE.updated(updated) },
    {
      count: absent,
      text: plural(absent, { one: '# de-provisioned as absent', other: '# de-provisioned as absent' }),
    },
    {
      count: heldReleased,
      text: plural(heldReleased, {
        one: '# de-provisioned later, when they were released',
        other: '# de-provisioned later, when they were released',
      }),
    },
    {
      count: peopleUpdated,
      text: plural(peopleUpdated, {
        one: '# updated by accepted discrepancies',
        other: '# updated by accepted discrepancies',
      }),
    },
  ];
  const counted = parts.filter(({ count }) => count > 0).map(({ text }) => text);
  const intro = t`Each user whom the run created or changed, with the values before and after.`;
  return counted.length < 2 ? intro : `${intro} ${t`These are: ${counted.join(', ')}.`}`;
}

const PeopleIntro = ({ run }: { readonly run: RunPageDto }) => (
  <>
    {changesInWords(run)}
    {hasChanged(run) && <PeopleCounts run={run.name} isPutBack={run.isPutBack} />}
  </>
);

const REQUESTS: ListSectionConfig<RequestRowDto> = {
  resource: 'requests',
  title: t`Requests`,
  intro: t`The calls that named the run, for 90 days.`,
  sort: { field: 'at', order: 'DESC' },
  linkTo: ({ id }) => showAddress('requests', id),
  empty: { title: t`No requests are kept` },
  columns: [
    { name: 'at', label: t`Time`, format: 'moment', onCard: 'title' },
    {
      name: 'status',
      label: t`Status`,
      onCard: 'aside',
      render: ({ status }) => <HttpStatus status={status} />,
    },
    { name: 'method', label: t`Method` },
    { name: 'path', label: t`Path`, render: ({ path }) => <Path path={path} /> },
    { name: 'ms', label: t`Duration`, align: 'right', render: ({ ms }) => t`${grouped(ms)} ms` },
  ],
};

function undoLabel({ undoneBy, isPartlyUndone }: RunPageDto): string {
  if (undoneBy === null) return t`Undo this run`;
  return isPartlyUndone ? t`Undo the rest` : t`Undo again`;
}

function hasChanged({ inserted, updated, finish, workflow }: RunPageDto): boolean {
  const absent = finish?.absent?.deprovisioned ?? 0;
  return inserted + updated + absent + workflow.peopleUpdated > 0;
}

const Show = () => {
  const { id, ...answer } = useRow<RunPageDto & { id: string }>('runs');
  const [reversal, setReversal] = useState(false);
  const refresh = useRefresh();
  const mayAdminister = useMay('administer');
  return (
    <RowPage
      list={{ to: '/runs', label: t`Runs` }}
      title={id}
      answer={answer}
      actions={(run) =>
        mayAdminister &&
        hasChanged(run) &&
        !run.isPutBack && (
          <Button
            variant="outlined"
            color="error"
            onClick={() => {
              setReversal(true);
            }}
          >
            {undoLabel(run)}
          </Button>
        )
      }
    >
      {(run) => (
        <>
          <UndoNote run={run} />
          <NotCompleteNote run={run} />
          <SummarySection run={run} />
          <FinishSection run={run} />
          <EventsSection watched={{ run: run.name }} />
          <FailuresSection run={run} />
          <ListSection
            list={{ ...CHANGES, intro: <PeopleIntro run={run} /> }}
            filter={{ parentId: run.name }}
          />
          <ListSection list={REQUESTS} filter={{ run: run.name }} isSecondList />
          {reversal && (
            <UndoDialog
              run={run}
              people={run.inserted + run.updated + run.workflow.peopleUpdated}
              onClose={() => {
                setReversal(false);
                refresh();
              }}
            />
          )}
        </>
      )}
    </RowPage>
  );
};
export default Show;
