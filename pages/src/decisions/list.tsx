import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { useListContext } from 'react-admin';

import type { DecisionListMetaDto, DecisionRowDto, ReasonCountDto, RuleInViewDto } from '../api/openapi';
import { RESOLUTIONS } from '../discrepancies/resolutions';
import { valuesInWords } from '../discrepancies/rule-values';
import { fieldInWords } from '../mappings/record-fields';
import { ACCOUNT_TYPES } from '../ui/account-types';
import { Age } from '../ui/age';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { keysOf, type Option, optionsOf } from '../ui/options';
import { RunLink } from '../ui/run-link';
import { grouped, words } from '../ui/words';
import { USUAL_ROLES } from '../users/labels';
import { DecideTicked } from './decide-ticked';
import { addressOf, KINDS, REASONS } from './kinds';
import { useListKeys } from './use-list-keys';

/** The labels with how many rows the list has with each. */
function useCounted<V extends string>(
  labels: Readonly<Record<V, string>>,
  valueOf: (one: ReasonCountDto) => V,
): readonly Option[] {
  const meta = useListContext().meta as DecisionListMetaDto | undefined;
  const counts = meta?.counts ?? [];
  return keysOf(labels).map((value) => {
    const count = counts.reduce((sum, one) => sum + (valueOf(one) === value ? one.count : 0), 0);
    return { value, label: `${labels[value]} (${grouped(count)})` };
  });
}

const useKinds = () => useCounted(KINDS, ({ kind }) => kind);
const useReasons = () => useCounted(REASONS, ({ reason }) => reason);

const ALL_BUT_FACULTY = keysOf(ACCOUNT_TYPES).filter((type) => type !== 'Faculty');

const ACCOUNT_TYPE_OPTIONS: readonly Option[] = [
  ...optionsOf(ACCOUNT_TYPES),
  { value: ALL_BUT_FACULTY.join(), label: t`All but faculty` },
];

/** Whom or what it is about. */
function subjectOf({ person, conflict, group, rule, id }: DecisionRowDto): string {
  if (rule !== null) return `${words(rule.formType)}: ${fieldInWords(rule.field)}`;
  if (group !== null) return `${words(group.formType)}: ${fieldInWords(group.field)}`;
  return person?.name ?? conflict?.subject ?? id;
}

/** What the rule does, and how much it has done. */
function ruleInWords(rule: RuleInViewDto): string {
  const decision = RESOLUTIONS[rule.resolution].label;
  const forms = plural(rule.applied, { one: 'it has decided # form', other: 'it has decided # forms' });
  return `${decision}: ${valuesInWords(rule)}; ${forms}`;
}

/** What else is to be known before the row is opened. */
function detailOf({ person, conflict, group, rule }: DecisionRowDto): string {
  if (rule !== null) return ruleInWords(rule);
  if (group !== null) {
    const forms = plural(group.discrepancies, { one: '# form', other: '# forms' });
    return t`${forms}: “${group.submitted}” was submitted`;
  }
  if (conflict !== null) {
    const other = conflict.owner?.name;
    return other === undefined ? '' : t`the other user is ${other}`;
  }
  const students = person?.committeeImpact?.students ?? 0;
  if (students === 0) return '';
  return plural(students, {
    one: '# student would lose a committee member',
    other: '# students would lose a committee member',
  });
}

const Keys = () => {
  useListKeys();
  return null;
};

const DECISIONS: ListConfig<DecisionRowDto> = {
  resource: 'decisions',
  title: t`To decide`,
  intro: t`What waits for a decision: what does most harm while it waits first, then what has waited for longest. Groups of forms are about several users and rules about none; both are left out when an account type, a role or a program is chosen.`,
  sort: { field: 'waitingSince', order: 'ASC' },
  perPage: 50,
  linkTo: ({ id }) => addressOf(id),
  rowName: (row) => `${subjectOf(row)}: ${KINDS[row.kind]}`,
  Summary: Keys,
  SelectionActions: DecideTicked,
  empty: {
    title: t`Nothing waits for a decision`,
    hint: t`Held de-provisionings, conflicts, forms that differ from the record, and rules that have decided nothing for a term are listed here.`,
    example: {
      subject: 'Lee, Ann',
      kind: KINDS.hold,
      reason: REASONS.limit,
      role: words('student'),
      run: 'nightly-2026-09-01',
    },
  },
  filters: [
    { source: 'kind', label: t`Kind`, useOptions: useKinds, width: 210 },
    { source: 'reason', label: t`Reason`, useOptions: useReasons, width: 260 },
    { source: 'accountType', label: t`Account type`, options: ACCOUNT_TYPE_OPTIONS, width: 160 },
    { source: 'role', label: t`Role`, options: optionsOf(USUAL_ROLES), width: 160 },
    { source: 'program', label: t`Program`, placeholder: t`ID or name`, width: 180 },
  ],
  columns: [
    { name: 'subject', label: t`About`, onCard: 'title', csv: subjectOf },
    { name: 'id', label: 'ID', exportOnly: true },
    { name: 'kind', label: t`Kind`, onCard: 'aside', csv: ({ kind }) => KINDS[kind] },
    {
      name: 'reason',
      label: t`Reason`,
      wide: true,
      csv: ({ reason }) => REASONS[reason],
      render: (row) => {
        const detail = detailOf(row);
        return (
          // What was submitted may be one long word.
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {detail === '' ? REASONS[row.reason] : `${REASONS[row.reason]}; ${detail}`}
          </Box>
        );
      },
    },
    { name: 'detail', label: t`Details`, exportOnly: true, csv: detailOf },
    {
      name: 'role',
      label: t`Role`,
      from: 'lg',
      csv: ({ person }) => person?.role ?? null,
      render: ({ person }) => (person === null ? '–' : words(person.role)),
    },
    {
      name: 'program',
      label: t`Program`,
      from: 'xl',
      csv: ({ person }) => person?.schoolProgram ?? person?.programId ?? null,
    },
    { name: 'run', label: t`Run`, from: 'lg', render: ({ run }) => <RunLink run={run} /> },
    {
      name: 'waitingSince',
      label: t`Waiting`,
      render: ({ waitingSince }) => <Age since={waitingSince} />,
    },
  ],
};

const List = () => <ListPage list={DECISIONS} />;
export default List;
