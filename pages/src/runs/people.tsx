import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetOne, useListContext, useRefresh } from 'react-admin';
import { useParams } from 'react-router-dom';

import type { RunPageDto, RunPersonDto } from '../api/openapi';
import { useMay } from '../api/roles';
import { showAddress } from '../ui/addresses';
import { differencesText } from '../ui/difference';
import { Differences } from '../ui/differences';
import { useFilterValues } from '../ui/list/filter-values';
import { ListPage } from '../ui/list/list-page';
import type { Column, Filter, ListConfig } from '../ui/list/types';
import { entryOf, type Option } from '../ui/options';
import { Loaded } from '../ui/loaded';
import { PageLink } from '../ui/page-link';
import { RunLink } from '../ui/run-link';
import { fieldWords, grouped, usersInWords } from '../ui/words';
import { CHANGE_KINDS } from './change-kinds';
import { UndoDialog } from './undo-dialog';
import { usePeopleCounts } from './use-people-counts';
import type { UndoPart } from './use-undo';

/** The API takes so many IDs at once; all people of a filter are undone by the filter. */
const MOST_SELECTED = 100;

function useRun(): string {
  return useParams().id ?? '';
}

/** The choices with their counts; one that is set stays a choice while they are loaded. */
function withChosen(
  options: readonly Option[],
  chosen: string | undefined,
  label: string,
): readonly Option[] {
  if (chosen === undefined || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label }];
}

function useKindOptions(): readonly Option[] {
  const { kind, field } = useFilterValues();
  const options = (usePeopleCounts(useRun(), { kind, field }).data?.kinds ?? []).map((one) => ({
    value: one.kind,
    label: `${CHANGE_KINDS[one.kind].label} (${grouped(one.people)})`,
  }));
  return withChosen(options, kind, entryOf(CHANGE_KINDS, kind ?? '')?.label ?? '');
}

function useFieldOptions(): readonly Option[] {
  const { kind, field } = useFilterValues();
  const options = (usePeopleCounts(useRun(), { kind, field }).data?.fields ?? []).map((one) => ({
    value: one.field,
    label: `${fieldWords(one.field)} (${grouped(one.people)})`,
  }));
  return withChosen(options, field, fieldWords(field ?? ''));
}

const FILTERS: readonly Filter[] = [
  { source: 'kind', label: t`What was done`, useOptions: useKindOptions },
  { source: 'field', label: t`Field`, useOptions: useFieldOptions, width: 260 },
];

const COLUMNS: readonly Column<RunPersonDto>[] = [
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
    name: 'kinds',
    label: t`What was done`,
    csv: ({ kinds }) => kinds.map((kind) => CHANGE_KINDS[kind].label).join(', '),
  },
  {
    name: 'fields',
    label: t`What changed`,
    wide: true,
    csv: ({ fields }) => differencesText(fields),
    render: ({ fields, kinds }) => (
      <Differences
        differences={fields}
        none={kinds.includes('inserted') ? t`The user was created` : t`No fields`}
      />
    ),
  },
  {
    name: 'undone',
    label: t`Put back`,
    csv: ({ undone }) => undone.map(fieldWords).join(', '),
    from: 'lg',
  },
  { name: 'at', label: t`Time`, format: 'moment', from: 'lg' },
];

interface UndoButtonProps {
  readonly label: string;
  readonly part: UndoPart;
  readonly people: number;
  readonly disabled?: boolean;
  readonly onDone?: () => void;
}

const UndoButton = ({ label, part, people, disabled = false, onDone }: UndoButtonProps) => {
  const [open, setOpen] = useState(false);
  const { data: run } = useGetOne<RunPageDto & { id: string }>('runs', { id: useRun() });
  const refresh = useRefresh();
  const mayAdminister = useMay('administer');
  if (!mayAdminister || run === undefined) return null;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="error"
        disabled={disabled}
        onClick={() => {
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {open && (
        <UndoDialog
          run={run}
          part={part}
          people={people}
          onClose={(isDone) => {
            setOpen(false);
            if (isDone) onDone?.();
            refresh();
          }}
        />
      )}
    </>
  );
};

const UndoSelected = () => {
  const { selectedIds, onUnselectItems } = useListContext<{ id: string }>();
  const { field } = useFilterValues();
  const count = selectedIds.length;
  const isTooMany = count > MOST_SELECTED;
  return (
    <>
      <UndoButton
        label={t`Undo the selected`}
        part={{ field, userIds: selectedIds }}
        people={count}
        disabled={isTooMany}
        onDone={onUnselectItems}
      />
      {isTooMany && (
        <Typography variant="body2">
          <Trans>At most {MOST_SELECTED} can be selected for an undo; set a filter to undo more.</Trans>
        </Typography>
      )}
    </>
  );
};

/** How many people match the filters, and the undo of all of them. */
const UndoMatching = () => {
  const { kind, field } = useFilterValues();
  const answer = usePeopleCounts(useRun(), { kind, field });
  const isFiltered = kind !== undefined || field !== undefined;
  return (
    <Loaded answer={answer} loading={null}>
      {({ people }) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 2 }}>
          <Typography role="status">{usersInWords(people)}</Typography>
          {isFiltered && people > 0 && (
            <UndoButton label={t`Undo all that match`} part={{ kind, field }} people={people} />
          )}
        </Box>
      )}
    </Loaded>
  );
};

function listOf(run: string): ListConfig<RunPersonDto> {
  return {
    resource: 'runPeople',
    title: t`People changed by ${run}`,
    intro: (
      <Trans>
        Each user whom <RunLink run={run} /> created or changed, once, with all its changes. Filter or select
        them to undo a part of the run: with a field, this field alone goes back.
      </Trans>
    ),
    sort: { field: 'at', order: 'DESC' },
    filter: { parentId: run },
    isOfRow: true,
    rowName: ({ userName, userId }) => userName ?? userId,
    filters: FILTERS,
    columns: COLUMNS,
    Summary: UndoMatching,
    SelectionActions: UndoSelected,
    empty: {
      title: t`The run changed no user`,
      hint: t`A user whom it had created, changed or de-provisioned would be listed here.`,
      example: { userName: 'Ann Lee', userId: '950000001', kinds: CHANGE_KINDS.updated.label },
    },
  };
}

const People = () => {
  const run = useRun();
  const mayAdminister = useMay('administer');
  const { SelectionActions, ...list } = listOf(run);
  return <ListPage key={run} list={mayAdminister ? { ...list, SelectionActions } : list} />;
};
export default People;
