import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { ConflictDetailDto } from '../api/openapi';
import { useMay } from '../api/roles';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { NoteInput } from '../ui/note-input';
import { Section } from '../ui/section';
import { showAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { consequenceOf, keptFrom } from './consequences';
import { type Decision, DECISIONS, isForgotten } from './kinds';

interface DecideSectionProps {
  readonly conflict: ConflictDetailDto;
  readonly onDecide: (decision: Decision, note: string) => Promise<void>;
}

const Forgotten = () => (
  <Alert severity="info" role="note" sx={{ mb: 2 }}>
    <Trans>
      What was sent is forgotten, because the question was neither asked nor decided for 90 days. It can only
      be ignored. Left open, it can be decided in every way again once a row asks it again.
    </Trans>
  </Alert>
);

/** Why a decision cannot be made now. */
const KeptFrom = ({ person }: { readonly person: ReturnType<typeof keptFrom> }) =>
  person !== null && (
    <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere', mt: 0.5 }}>
      <Trans>
        Not possible now: <PageLink to={showAddress('users', person.id)}>{person.name}</PageLink> is active.
        De-provision {person.name} first, if this person has left; else the source must send another one.
      </Trans>
    </Typography>
  );

/** Each decision with what it does. None is preselected, and none looks better than the others. */
export const DecideSection = ({ conflict, onDecide }: DecideSectionProps) => {
  const [asked, setAsked] = useState<Decision>('ignore');
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const mayOperate = useMay('operate');
  if (conflict.offered.length === 0) return null;
  return (
    <Section title={t`Who is it?`}>
      {isForgotten(conflict) && <Forgotten />}
      <Box
        component="ul"
        aria-label={t`Decisions`}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: { xs: 3, sm: 2 } }}
      >
        {conflict.offered.map((decision) => (
          <Box
            component="li"
            key={decision}
            sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '11rem minmax(0, 1fr)' } }}
          >
            {mayOperate ? (
              <Button
                variant="outlined"
                sx={{ alignSelf: 'start' }}
                disabled={keptFrom(decision, conflict) !== null}
                onClick={() => {
                  setAsked(decision);
                  setNote('');
                  setOpen(true);
                }}
              >
                {DECISIONS[decision]}
              </Button>
            ) : (
              <Typography sx={{ fontWeight: 600 }}>{DECISIONS[decision]}</Typography>
            )}
            <Box>
              <Typography sx={{ overflowWrap: 'anywhere' }}>{consequenceOf(decision, conflict)}</Typography>
              <KeptFrom person={keptFrom(decision, conflict)} />
            </Box>
          </Box>
        ))}
      </Box>
      <ConfirmDialog
        open={open}
        title={t`Decide “${DECISIONS[asked]}”?`}
        confirm={DECISIONS[asked]}
        onConfirm={() => onDecide(asked, note)}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>{consequenceOf(asked, conflict)}</Typography>
        <NoteInput hint={t`Optional. It is stored with the decision.`} value={note} onChange={setNote} />
      </ConfirmDialog>
    </Section>
  );
};
