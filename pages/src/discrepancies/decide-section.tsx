import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useAdminApi } from '../api/data-provider';
import type { DiscrepancyRowDto, ResolveSubmissionDto, SubmissionCardDto } from '../api/openapi';
import { useMay } from '../api/roles';
import { fieldInWords } from '../mappings/record-fields';
import type { BatchOutcome } from '../ui/batch-results';
import { Form } from '../ui/form';
import { NoteInput, noteIn } from '../ui/note-input';
import { Section } from '../ui/section';
import { SaveButtons } from '../ui/save-buttons';
import { useSubmit } from '../ui/use-submit';
import { ResolutionChoice } from './resolution-choice';
import { NOTE_HINT, type Resolution } from './resolutions';
import { Sides } from './sides';

interface DecideSectionProps {
  readonly submissionId: string;
  readonly open: readonly DiscrepancyRowDto[];
  readonly onDone: (outcome: BatchOutcome) => void;
}

type Choice = ResolveSubmissionDto['decisions'][number];

/** What differs, each with its choice. All choices are saved together, or none is. */
export const DecideSection = ({ submissionId, open, onDone }: DecideSectionProps) => {
  // In the order of the clicks, so that each keeps its place, by which the API names it.
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const chosen = choices.filter((choice) => open.some(({ id }) => id === choice.id));
  const [note, setNote] = useState('');
  const api = useAdminApi();
  const mayOperate = useMay('operate');
  const placeOf = (id: string) => chosen.findIndex((choice) => choice.id === id);
  const choose = (id: string, resolution: Resolution) => {
    const place = placeOf(id);
    setChoices(place < 0 ? [...chosen, { id, resolution }] : chosen.with(place, { id, resolution }));
  };
  const save = async () => {
    const body: ResolveSubmissionDto = { decisions: [...chosen], ...noteIn(note) };
    await api.post<SubmissionCardDto>(`submissions/${encodeURIComponent(submissionId)}/resolve`, body);
    const done = plural(chosen.length, { one: '# difference decided', other: '# differences decided' });
    setChoices([]);
    onDone({ done, doneCount: chosen.length, failures: [] });
  };
  const submission = useSubmit(save);
  const { message } = submission;
  return (
    <Section
      title={plural(open.length, { one: '# difference', other: '# differences' })}
      intro={t`The submission is queued when all of them are decided.`}
    >
      <Form
        submission={{ ...submission, message: message && `${message} ${t`Nothing was decided.`}` }}
        act="operate"
        actions={
          <>
            <SaveButtons label={t`Save the decisions`} isChanged={chosen.length > 0} />
            <Typography variant="body2" color="textSecondary" role="status">
              <Trans>
                {chosen.length} of {open.length} chosen
              </Trans>
            </Typography>
          </>
        }
      >
        {open.map((row) => (
          <Box key={row.id} sx={{ mb: 1 }}>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {fieldInWords(row.field)}
            </Typography>
            <Sides row={row} />
            {mayOperate && (
              <Box sx={{ mt: 1.5 }}>
                <ResolutionChoice
                  label={t`Decision about ${fieldInWords(row.field)}`}
                  name={placeOf(row.id) < 0 ? undefined : `decisions.${placeOf(row.id)}.resolution`}
                  value={chosen[placeOf(row.id)]?.resolution}
                  onChange={(resolution) => {
                    choose(row.id, resolution);
                  }}
                />
              </Box>
            )}
          </Box>
        ))}
        {mayOperate && <NoteInput hint={NOTE_HINT} value={note} onChange={setNote} />}
      </Form>
    </Section>
  );
};
