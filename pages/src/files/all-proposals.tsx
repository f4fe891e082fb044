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

/** How many columns have a proposal, and a button that accepts the clear ones at once. */
export const AllProposals = ({ head, onAccept }: AllProposalsProps) => {
  const proposed = head.columns.flatMap(({ name, proposal }) =>
    proposal === null ? [] : [{ name, ...proposal }],
  );
  const clear = proposed.filter(({ isClear }) => isClear);
  if (proposed.length === 0) return null;
  return (
    <Alert
      severity="info"
      role="note"
      sx={{ mb: 2 }}
      action={
        clear.length > 0 && (
          <Button
            color="inherit"
            size="small"
            sx={{ whiteSpace: 'nowrap' }}
            onClick={() => {
              onAccept(Object.fromEntries(clear.map(({ name, rule }) => [name, rule])));
            }}
          >
            {plural(clear.length, { one: 'Accept # proposal', other: 'Accept # proposals' })}
          </Button>
        )
      }
    >
      {plural(proposed.length, {
        one: '# column has a proposal, shown in the table with its reason.',
        other: '# columns have a proposal, shown in the table with its reason.',
      })}{' '}
      <Trans>
        Nothing of it is applied until you accept it. Those of low certainty, and those of which only one can
        be right, are accepted one by one.
      </Trans>
    </Alert>
  );
};
