import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

import type { FileHeadDto, FileWordsDto } from '../api/openapi';
import { type OwnMapping, withRules } from './mapping-rules';
import { proposedWords, withLikelyMeanings } from './word-meanings';

interface AllProposalsProps {
  readonly head: FileHeadDto;
  /** Undefined while they are counted. */
  readonly words: FileWordsDto | undefined;
  /** Whether columns or words are read just now, so that their proposals are not all known. */
  readonly isReading: boolean;
  readonly mapping: OwnMapping;
  readonly onAccept: (mapping: OwnMapping) => void;
}

/** How many columns and words have a proposal, and a button that accepts the clear ones at once. */
export const AllProposals = ({ head, words, isReading, mapping, onAccept }: AllProposalsProps) => {
  const proposed = head.columns.flatMap(({ name, proposal }) =>
    proposal === null ? [] : [{ name, ...proposal }],
  );
  const clear = proposed.filter(({ isClear }) => isClear);
  const meant = (words?.fields ?? []).flatMap((found) => proposedWords(found, mapping)).length;
  if (proposed.length === 0 && meant === 0) return null;
  return (
    <Alert
      severity="info"
      role="note"
      sx={{ mb: 2 }}
      action={
        clear.length + meant > 0 && (
          <Button
            color="inherit"
            size="small"
            disabled={isReading}
            sx={{ whiteSpace: 'nowrap' }}
            onClick={() => {
              const rules = Object.fromEntries(clear.map(({ name, rule }) => [name, rule]));
              const mapped = clear.length === 0 ? mapping : withRules(mapping, rules);
              onAccept(words === undefined ? mapped : withLikelyMeanings(mapped, words));
            }}
          >
            <Trans>Take all proposals</Trans>
          </Button>
        )
      }
    >
      {proposed.length > 0 &&
        plural(proposed.length, {
          one: '# column has a proposal, shown in the table with its reason.',
          other: '# columns have a proposal, shown in the table with its reason.',
        })}{' '}
      {meant > 0 &&
        plural(meant, {
          one: '# word has a likely meaning, shown below.',
          other: '# words have a likely meaning, shown below.',
        })}{' '}
      <Trans>
        Nothing of it is applied until you take it. Those of low certainty, and those of which only one can be
        right, are taken one by one.
      </Trans>
    </Alert>
  );
};
