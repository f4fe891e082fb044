import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';

import { useAdminApi } from '../api/data-provider';
import type { DecisionPreviewDto, PeopleOfKindDto, PreviewDecisionDto } from '../api/openapi';
import { PageLoading } from '../ui/page-loading';
import { showAddress } from '../ui/addresses';
import { Loaded } from '../ui/loaded';
import { PageLink } from '../ui/page-link';
import { grouped, words } from '../ui/words';
import { Limits, RunContext } from './context';

/** Further kinds are few people each. */
const SHOWN = 5;

function kindsInWords(kinds: readonly PeopleOfKindDto[]): string {
  const shown = kinds
    .slice(0, SHOWN)
    .map(({ value, people }) => `${value === null ? t`not set` : words(value)} ${grouped(people)}`);
  const further = kinds.length - SHOWN;
  return [...shown, ...(further > 0 ? [t`${grouped(further)} more`] : [])].join(', ');
}

const Kinds = ({ label, kinds }: { readonly label: string; readonly kinds: readonly PeopleOfKindDto[] }) => (
  <Typography sx={{ overflowWrap: 'anywhere' }}>
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {label}:{' '}
    </Box>
    {kindsInWords(kinds)}
  </Typography>
);

function committeesInWords({ students, chairs }: DecisionPreviewDto['committeeImpact']): string {
  if (students === 0) return t`No active student would lose a member of their committee.`;
  const ofChairs = grouped(chairs);
  return plural(students, {
    one: `# active student would lose a member of their committee, ${ofChairs} of them the chair.`,
    other: `# active students would lose a member of their committee, ${ofChairs} of them the chair.`,
  });
}

const Seats = ({ impact }: { readonly impact: DecisionPreviewDto['members'][number]['committeeImpact'] }) => {
  const { students = 0, chairs = 0 } = impact ?? {};
  return (
    <>
      <Plural value={students} one="# student" other="# students" />
      {chairs > 0 && (
        <>
          , <Trans>chair of {grouped(chairs)}</Trans>
        </>
      )}
    </>
  );
};

const Committees = ({ committeeImpact, members }: DecisionPreviewDto) => (
  <Box>
    <Typography sx={{ fontWeight: committeeImpact.students > 0 ? 650 : 400 }}>
      {committeesInWords(committeeImpact)}
    </Typography>
    {members.length > 0 && (
      <Box component="ul" aria-label={t`Members of committees`} sx={{ m: 0, pl: 2.5 }}>
        {members.map((member) => (
          <li key={member.id}>
            <PageLink to={showAddress('users', member.id)}>{member.name}</PageLink>, {words(member.role)}:{' '}
            <Seats impact={member.committeeImpact} />
          </li>
        ))}
      </Box>
    )}
  </Box>
);

/** Who would be de-provisioned, and what that means, of a selection or of a run. Nothing is loaded without `of`. */
export function usePreview(of: PreviewDecisionDto | undefined) {
  const api = useAdminApi();
  return useQuery({
    queryKey: ['holds', 'preview', of],
    queryFn: async () => (await api.post<DecisionPreviewDto>('holds/preview', of)).data,
    enabled: of !== undefined,
    retry: false,
  });
}

export const Preview = ({ answer }: { readonly answer: ReturnType<typeof usePreview> }) => (
  <Loaded answer={answer} loading={<PageLoading />}>
    {(preview) => (
      <Box sx={{ display: 'grid', gap: 1, mt: 2 }}>
        <Kinds label={t`Account types`} kinds={preview.accountTypes} />
        <Kinds label={t`Roles`} kinds={preview.roles} />
        <Kinds label={t`Programs`} kinds={preview.programs} />
        <Committees {...preview} />
        <Limits beyond={preview.beyond} />
        {preview.runOfHold !== null && <RunContext run={preview.runOfHold} />}
      </Box>
    )}
  </Loaded>
);
