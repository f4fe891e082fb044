import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { DiscrepancyRowDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import type { BatchOutcome } from '../ui/batch-results';
import { DescriptionList } from '../ui/description-list';
import { entryOf } from '../ui/options';
import { Section } from '../ui/section';
import { When } from '../ui/when';
import { RESOLUTIONS } from './resolutions';
import { Sides } from './sides';
import { UndoButton } from './undo-button';

interface DecidedSectionProps {
  readonly decided: readonly DiscrepancyRowDto[];
  readonly onDone: (outcome: BatchOutcome) => void;
}

/** Who decided what, and why. */
export const Decision = ({ row }: { readonly row: DiscrepancyRowDto }) => (
  <DescriptionList
    entries={[
      { label: t`Resolution`, value: row.resolution && entryOf(RESOLUTIONS, row.resolution)?.label },
      { label: t`Resolved`, value: <When value={row.resolvedAt} /> },
      { label: t`Resolved by`, value: row.resolvedByLabel ?? row.resolvedBy },
      { label: t`Note`, value: row.note },
    ]}
  />
);

/** The differences of a submission that are decided, each with its undo. */
export const DecidedSection = ({ decided, onDone }: DecidedSectionProps) => (
  <Section title={t`Decided`}>
    {decided.map((row) => {
      const field = fieldInWords(row.field);
      return (
        <Box key={row.id} sx={{ mb: 3 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
            <Typography variant="h3" sx={{ flex: '1 1 12rem' }}>
              {field}
            </Typography>
            <UndoButton ids={[row.id]} name={t`Undo the decision about ${field}`} onDone={onDone} />
          </Box>
          <Sides row={row} />
          <Box sx={{ mt: 1.5 }}>
            <Decision row={row} />
          </Box>
        </Box>
      );
    })}
  </Section>
);
