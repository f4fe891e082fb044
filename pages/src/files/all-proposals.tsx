import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

import type { FileHeadDto } from '../api/openapi';

interface AllProposalsProps {
  readonly head: FileHeadDto;
  /** Gets the rules of the accepted columns. */
  readonly onAccept: (rules: Readonly<Record<string, unknown>>) => void;
}

/** How many columns have a proposal, and all that do not compete accepted at once. */
export const AllProposals = ({ head, onAccept }: AllProposalsProps) => {
  const proposed = head.columns.flatMap(({ name, proposal }) =>
    proposal === null ? [] : [{ name, ...proposal }],
  );
  const agreed = proposed.filter(({ rivals }) => rivals.length === 0);
  if (proposed.length === 0) return null;
  return (
    <Alert
      severity="info"
      role="note"
      sx={{ mb: 2 }}
      action={
        agreed.length > 0 && (
          <Button
            color="inherit"
            size="small"
            sx={{ whiteSpace: 'nowrap' }}
            onClick={() => {
              onAccept(Object.fromEntries(agreed.map(({ name, rule }) => [name, rule])));
            }}
          >
            {plural(agreed.length, { one: 'Accept # proposal', other: 'Accept # proposals' })}
          </Button>
        )
      }
    >
      {plural(proposed.length, {
        one: '# column has a proposal, shown in the table with its reason.',
        other: '# columns have a proposal, shown in the table with its reason.',
      })}{' '}
      <Trans>Nothing of it is applied until you accept it.</Trans>
    </Alert>
  );
};
