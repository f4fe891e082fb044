import { t } from '@lingui/core/macro';
import { useGetList } from 'react-admin';

import type { PacingTrendDto, ProgramDto } from '../api/openapi';
import type { ChartColor, ChartData, Point } from '../charts/chart-data';
import { LOCALE } from '../language';
import { PACING_STATUSES } from '../progress/pacing-statuses';
import { listAddress } from '../ui/addresses';
import type { Row } from '../ui/list/types';
import { optionsOf } from '../ui/options';
import { SelectField } from '../ui/select-field';
import { TrendPicture } from './trend-picture';
import { useChoice, useTrend } from './use-trend';

type Cohort = PacingTrendDto['cohorts'][number];
type Names = ReadonlyMap<string, string>;

const COLORS: Readonly<Record<keyof Cohort['pacing'], ChartColor>> = {
  behind: 'error',
  at_risk: 'warning',
  on_track: 'success',
  ahead: 'info',
  not_started: 'neutral',
  paused: 'secondary',
  completed: 'primary',
};

const SERIES = optionsOf(PACING_STATUSES).map(({ value, label }) => ({
  name: value,
  label,
  color: COLORS[value],
}));

const MONTH = /^\d{4}-\d{2}$/;
const monthOfYear = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `2024-09` as "Sep 2024". */
function termText(term: string): string {
  return MONTH.test(term) ? monthOfYear.format(new Date(`${term}-01T00:00:00Z`)) : term;
}

function labelOf(by: PacingTrendDto['by'], name: string | null, names: Names): string {
  if (by === 'term') return name === null ? t`No term` : termText(name);
  return name === null ? t`No program` : (names.get(name) ?? name);
}

/** A year alone would also list the students of its months; of those without a term or program there is no list. */
function filterOf(
  by: PacingTrendDto['by'],
  name: string | null,
): Readonly<Record<string, string>> | undefined {
  if (name === null) return undefined;
  if (by === 'program') return { programId: name };
  return MONTH.test(name) ? { entry: name } : undefined;
}

/** Terms may be those of one program. */
function programFilter(by: PacingTrendDto['by'], programId: string): Readonly<Record<string, string>> {
  return by === 'term' && programId !== '' ? { programId } : {};
}

function dataOf({ by, cohorts, others }: PacingTrendDto, programId: string, names: Names): ChartData {
  const ofProgram = programFilter(by, programId);
  const points = cohorts.map(({ name, pacing }): Point => {
    const label = labelOf(by, name, names);
    const filter = filterOf(by, name);
    const to = filter === undefined ? undefined : listAddress('progress', { ...filter, ...ofProgram });
    return { id: `of:${name ?? ''}`, tick: label, label, to, values: pacing };
  });
  const hasOthers = Object.values(others).some((count) => count > 0);
  const label = t`Others`;
  return {
    label: by === 'term' ? t`Students by term and pacing` : t`Students by program and pacing`,
    pointLabel: by === 'term' ? t`Term` : t`Program`,
    points: [...points, ...(hasOthers ? [{ id: 'others', tick: label, label, values: others }] : [])],
    panels: [{ series: SERIES, height: 260 }],
  };
}

const KINDS = [
  { value: 'term', label: t`Term of entry` },
  { value: 'program', label: t`Program` },
] as const;

/** How the students of each term, or of each program, stand against their due dates. */
export const PacingPicture = () => {
  const [by, chooseBy] = useChoice('by');
  const [programId, chooseProgram] = useChoice('programId');
  const kind = by === 'program' ? by : 'term';
  const { data: programs = [] } = useGetList<Row<ProgramDto>>('programs', {
    pagination: { page: 1, perPage: 1000 },
  });
  const names = new Map(programs.map((program) => [program.programId, program.name || program.programId]));
  const ofProgram = programFilter(kind, programId);
  const answer = useTrend<PacingTrendDto>('pacing', { by: kind, ...ofProgram });
  return (
    <TrendPicture
      answer={answer}
      title={t`Pacing by term and program`}
      intro={t`Students of today by pacing status; up to 40 terms or programs`}
      choices={
        <>
          <SelectField label={t`By`} value={kind} options={KINDS} onChange={chooseBy} sx={{ width: 160 }} />
          {kind === 'term' && (
            <SelectField
              label={t`Program`}
              value={programId}
              options={[
                { value: '', label: t`All programs` },
                ...[...names].map(([value, label]) => ({ value, label })),
              ]}
              onChange={chooseProgram}
              sx={{ width: 200 }}
            />
          )}
        </>
      }
      dataOf={(found) => dataOf(found, programId, names)}
      empty={t`No students yet`}
    />
  );
};
