import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { ConflictDetailDto, DecisionEffectDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { showAddress } from '../ui/addresses';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { DescriptionList } from '../ui/description-list';
import { Differences } from '../ui/differences';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { When } from '../ui/when';
import { DECISIONS } from './kinds';

const Effect = ({ effect: { userId, userName, isNew, fields } }: { readonly effect: DecisionEffectDto }) => (
  <Box component="li" sx={{ mt: 2 }}>
    <PageLink to={showAddress('users', userId)} sx={{ fontWeight: 600 }}>
      {userName ?? userId}
    </PageLink>
    {isNew ? (
      <Typography>
        <Trans>This user was made by the decision.</Trans>
      </Typography>
    ) : (
      <Differences differences={fields} />
    )}
  </Box>
);

interface DecidedSectionProps {
  readonly conflict: ConflictDetailDto;
  readonly onTakeBack: () => Promise<void>;
}

/** Who decided and what that changed; the decision can be taken back here. */
export const DecidedSection = ({ conflict, onTakeBack }: DecidedSectionProps) => {
  const [open, setOpen] = useState(false);
  const { status, decision, decidedAt, decidedBy, decidedByLabel, takenBackAt, note, effects } = conflict;
  if (decision === null && takenBackAt === null) return null;
  return (
    <Section
      title={t`Decision`}
      actions={
        status === 'decided' && (
          <IfMay act="operate">
            <Button
              variant="outlined"
              onClick={() => {
                setOpen(true);
              }}
            >
              <Trans>Take back</Trans>
            </Button>
          </IfMay>
        )
      }
    >
      <DescriptionList
        entries={[
          { label: t`Decision`, value: decision === null ? null : DECISIONS[decision] },
          { label: t`Decided`, value: <When value={decidedAt} /> },
          { label: t`Decided by`, value: decidedByLabel ?? decidedBy },
          { label: t`Taken back`, value: <When value={takenBackAt} /> },
          { label: t`Note`, value: note },
        ]}
      />
      {effects.length > 0 && (
        <Box component="ul" aria-label={t`What it changed`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {effects.map((effect) => (
            <Effect key={effect.userId} effect={effect} />
          ))}
        </Box>
      )}
      <ConfirmDialog
        open={open}
        title={t`Take the decision back?`}
        confirm={t`Take back`}
        onConfirm={onTakeBack}
        onClose={() => {
          setOpen(false);
        }}
      >
        <Typography>
          <Trans>
            What the decision changed is put back, and later rows are asked about again. A user who was made
            by the decision is de-provisioned and stays.
          </Trans>
        </Typography>
      </ConfirmDialog>
    </Section>
  );
};
