import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';

import type { ErasureDto } from '../../../api/openapi';
import { Section } from '../../../ui/section';
import { When } from '../../../ui/when';
import { kindsIn } from './kinds-of-data';

function stateWords({ state, done, left }: ErasureDto): string {
  if (state !== 'erasing') return t`Everything is erased.`;
  const kinds = kindsIn(left).join(', ');
  // The first step reads the log of all callers, and takes longest.
  if (done === 0)
    return kinds === ''
      ? t`The request log is being searched.`
      : t`The request log is being searched. Then these are erased: ${kinds}.`;
  return kinds === '' ? t`What stays is cleared of what is personal.` : t`Still to be erased: ${kinds}.`;
}

/** How far the erasure of a person is, which goes on by itself. */
export const ErasureProgress = ({ erasure }: { readonly erasure: ErasureDto }) => {
  const isOver = erasure.state !== 'erasing';
  return (
    <Section title={isOver ? t`This person was erased` : t`This person is being erased`}>
      <Typography role="status" sx={{ mb: 1 }}>
        {stateWords(erasure)}
      </Typography>
      <LinearProgress
        aria-label={t`Erasing`}
        variant="determinate"
        value={isOver ? 100 : (erasure.done / erasure.steps) * 100}
      />
      <Typography sx={{ mt: 2 }}>
        <Trans>
          Asked for on <When value={erasure.requestedAt} />. No page and no call shows the person any more.
        </Trans>{' '}
        {!isOver && (
          <Trans>
            The rest goes on by itself when this page is closed; after a minute what was under way is looked
            for once more.
          </Trans>
        )}
      </Typography>
    </Section>
  );
};
