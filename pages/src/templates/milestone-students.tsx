import { Plural, Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

import type { TemplateStudentsDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { grouped } from '../ui/words';

export type MilestoneCounts = TemplateStudentsDto['milestones'][number];

interface MilestoneStudentsProps {
  /** Undefined until they are counted, and for a milestone that is not saved. */
  readonly counts: MilestoneCounts | undefined;
  readonly onRename: (milestones: readonly MilestoneCounts[]) => void;
}

/** How many students have a milestone, and under which other names. */
export const MilestoneStudents = ({ counts, onRename }: MilestoneStudentsProps) => {
  if (counts === undefined) return null;
  const { students, underOtherNames, otherNames, rename } = counts;
  const names = otherNames.map(({ name }) => `“${name}”`).join(', ');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Typography variant="body2" color="textSecondary" role="status">
        <Plural value={students} one="# student has it." other="# students have it." />{' '}
        {rename?.finishedAt === null ? (
          <Trans>
            It is renamed for them: {grouped(rename.done)} of {grouped(rename.total)}.
          </Trans>
        ) : (
          underOtherNames > 0 && (
            <Plural
              value={underOtherNames}
              one={`For # student it has another name: ${names}.`}
              other={`For # students it has another name: ${names}.`}
            />
          )
        )}
      </Typography>
      {underOtherNames > 0 && rename?.finishedAt !== null && (
        <IfMay act="administer">
          <Button
            size="small"
            onClick={() => {
              onRename([counts]);
            }}
          >
            <Trans>Rename for them</Trans>
          </Button>
        </IfMay>
      )}
    </Box>
  );
};
