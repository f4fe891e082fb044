import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import type { ColumnProposalDto, ProposalReasonDto } from '../api/openapi';
import { LOCALE } from '../language';
import { choiceOf, choicesFor } from './mapping-rules';

const CERTAINTIES = { high: t`high`, medium: t`medium`, low: t`low` } as const;

const LOOKS = {
  address: t`Its cells look like e-mail addresses.`,
  date: t`Its cells look like dates.`,
  term: t`Its cells look like terms.`,
  words: t`Its cells are words of this field.`,
  codes: t`Most of its cells are usual codes for this field.`,
} as const;

function reasonText({ kind, words, looks, sender, keptAt }: ProposalReasonDto): string {
  const said = words.join(' ');
  switch (kind) {
    case 'name':
      return t`Its name reads as “${said}”.`;
    case 'part':
      return t`A part of its name reads as “${said}”.`;
    case 'values':
      return LOOKS[looks ?? 'words'];
    case 'earlier': {
      const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' }).format(new Date(keptAt ?? 0));
      const who = sender ?? '';
      return t`It is so in the mapping of ${who}, kept on ${day}.`;
    }
  }
}

interface ColumnProposalProps {
  readonly column: string;
  readonly proposal: ColumnProposalDto;
  readonly fields: readonly string[];
  readonly onAccept: () => void;
}

/** What a column might fill, and why; it fills nothing until it is accepted. */
export const ColumnProposal = ({ column, proposal, fields, onAccept }: ColumnProposalProps) => {
  const { targets, certainty, reasons, rivals } = proposal;
  const choice = choiceOf(targets);
  const label = choicesFor(column, fields, choice).find(({ value }) => value === choice)?.label ?? choice;
  const sure = CERTAINTIES[certainty];
  const others = rivals.join(', ');
  return (
    <Box role="note" aria-label={t`Proposal for column ${column}`} sx={{ display: 'grid', gap: 0.5 }}>
      <strong>
        <Trans>Proposed: {label}</Trans>
      </strong>
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {reasons.map(reasonText).join(' ')} <Trans>Certainty: {sure}.</Trans>
      </Box>
      {rivals.length > 0 && (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <Trans>{others} would fill the same: accept one of them.</Trans>
        </Box>
      )}
      <Button
        size="small"
        variant="outlined"
        sx={{ justifySelf: 'start' }}
        aria-label={t`Accept the proposal for column ${column}`}
        onClick={onAccept}
      >
        <Trans>Accept</Trans>
      </Button>
    </Box>
  );
};
