import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import { messageOf } from '../api/http';
import { peopleOfRunAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { fieldWords, grouped } from '../ui/words';
import { CHANGE_KINDS } from './change-kinds';
import { usePeopleCounts } from './use-people-counts';

/** Fields beyond these are found on the page of the people. */
const MOST_FIELDS = 12;

interface Counted {
  readonly label: string;
  readonly people: number;
  readonly to: string;
}

const Links = ({ of }: { readonly of: readonly Counted[] }) => (
  <>
    {of.map(({ label, people, to }, index) => (
      <span key={to}>
        {index > 0 && ' · '}
        <PageLink to={to}>
          {label} ({grouped(people)})
        </PageLink>
      </span>
    ))}
  </>
);

/** It stands in a paragraph, so that it is no alert with a frame. */
const NotCounted = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => (
  <Box component="span" role="alert" sx={{ display: 'block', mt: 1, color: 'error.main' }}>
    {messageOf(error)}{' '}
    <Button color="inherit" size="small" onClick={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  </Box>
);

interface PeopleCountsProps {
  readonly run: string;
  /** Whether an undo of all of it has left nothing. */
  readonly isPutBack: boolean;
}

/** The people of a run by what it did; each count leads to these people, where some or all can be undone. */
export const PeopleCounts = ({ run, isPutBack }: PeopleCountsProps) => {
  const { data: counts, error, refetch } = usePeopleCounts(run);
  if (error !== null) return <NotCounted error={error} onRetry={() => void refetch()} />;
  if (counts === undefined || counts.people === 0) return null;
  const { people, kinds, fields, undone } = counts;
  const all = { label: t`All`, people, to: peopleOfRunAddress(run) };
  const byKind = kinds.map(({ kind, people: some }) => ({
    label: CHANGE_KINDS[kind].label,
    people: some,
    to: peopleOfRunAddress(run, { kind }),
  }));
  const byField = fields.slice(0, MOST_FIELDS).map(({ field, people: some }) => ({
    label: fieldWords(field),
    people: some,
    to: peopleOfRunAddress(run, { field }),
  }));
  return (
    <>
      <Box component="span" sx={{ display: 'block', mt: 1 }}>
        <Trans>By what was done, to see these users and to undo a part:</Trans>{' '}
        <Links of={[all, ...byKind, ...byField]} />
      </Box>
      {undone > 0 && (
        <Box component="span" sx={{ display: 'block', mt: 1 }}>
          {isPutBack
            ? plural(people, { one: '# user was put back.', other: 'All # users were put back.' })
            : plural(undone, {
                one: `Of ${grouped(people)} users, # was put back, at least in part.`,
                other: `Of ${grouped(people)} users, # were put back, at least in part.`,
              })}
        </Box>
      )}
    </>
  );
};
