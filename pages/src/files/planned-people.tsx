import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { HOLD_REASONS } from '../holds/decisions';
import { showAddress } from '../ui/addresses';
import { Differences } from '../ui/differences';
import { PageLink } from '../ui/page-link';
import { grouped } from '../ui/words';
import type { Effect, PlannedPerson } from './file-lines';

const TITLES: Readonly<Record<Effect, string>> = {
  deprovisioned: t`De-provisioned`,
  held: t`Held until an administrator decides`,
  restored: t`Restored`,
  withdrawn: t`No longer held`,
  pending: t`Waiting until an administrator decides who they are`,
  inserted: t`Created`,
  updated: t`Changed`,
};

interface PlannedPeopleProps {
  readonly effect: Effect;
  readonly people: readonly PlannedPerson[];
  /** How many there are; the first of them are listed. */
  readonly count: number;
}

/** The people to whom a file would do one thing; collapsed, as there may be many. */
export const PlannedPeople = ({ effect, people, count }: PlannedPeopleProps) => {
  if (people.length === 0) return null;
  const left = count - people.length;
  return (
    <Box component="details" sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}>
      <Box component="summary" sx={{ cursor: 'pointer', py: 0.5 }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {TITLES[effect]}
        </Box>{' '}
        {grouped(Math.max(count, people.length))}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {people.map((person) => (
          <Box component="li" key={person.line} sx={{ py: 0.75, overflowWrap: 'anywhere' }}>
            <Name person={person} />
            {person.heldBy !== null && (
              <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
                {HOLD_REASONS[person.heldBy]}
              </Typography>
            )}
            {person.changes.length > 0 && <Differences differences={person.changes} />}
          </Box>
        ))}
      </Box>
      {left > 0 && (
        <Typography variant="body2" color="textSecondary">
          <Trans>{grouped(left)} more are not listed.</Trans>
        </Typography>
      )}
    </Box>
  );
};

const Name = ({ person: { line, id, name } }: { readonly person: PlannedPerson }) => (
  <>
    {id === null ? name : <PageLink to={showAddress('users', id)}>{name}</PageLink>}{' '}
    <Typography component="span" variant="body2" color="textSecondary">
      <Trans>row {line}</Trans>
    </Typography>
  </>
);
