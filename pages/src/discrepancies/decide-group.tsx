import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useRefresh } from 'react-admin';

import { type AdminDataProvider, useAdminApi } from '../api/data-provider';
import type { CreateRuleDto, DiscrepancyGroupDto, GroupResolvedDto, ResolveGroupDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { fieldInWords } from '../mappings/record-fields';
import type { BatchOutcome, Failure } from '../ui/batch-results';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { NoteInput, noteIn } from '../ui/note-input';
import { words } from '../ui/words';
import { Compared } from './compared';
import { useGroupOutcome } from './group-outcome';
import { ResolutionChoice } from './resolution-choice';
import { NOTE_HINT, type Resolution, SIDES } from './resolutions';

/** Call after call, since one decides a bounded number. */
async function decideAll(
  api: AdminDataProvider,
  groupKey: string,
  body: ResolveGroupDto,
): Promise<BatchOutcome> {
  const failures: Failure[] = [];
  let doneCount = 0;
  let next: string | null = null;
  do {
    const after: Partial<ResolveGroupDto> = next === null ? {} : { after: next };
    const { data } = await api.post<GroupResolvedDto>(`discrepancy-groups/${groupKey}/resolve`, {
      ...body,
      ...after,
    });
    doneCount += data.resolved;
    failures.push(...data.failures.map(({ submissionId, message }) => ({ id: submissionId, message })));
    next = data.next;
  } while (next !== null);
  const done = plural(doneCount, { one: '# submission decided', other: '# submissions decided' });
  return { done, doneCount, failures };
}

/** A rule about the pair of values of a group. */
function ruleOf(
  { formType, field, submitted, recorded }: DiscrepancyGroupDto,
  decision: Pick<CreateRuleDto, 'resolution' | 'note'>,
): CreateRuleDto {
  return { formType, field: field as CreateRuleDto['field'], submitted, recorded, ...decision };
}

interface DialogProps {
  readonly group: DiscrepancyGroupDto;
  readonly onClose: () => void;
}

const DecideDialog = ({ group, onClose }: DialogProps) => {
  const [resolution, setResolution] = useState<Resolution>();
  const [note, setNote] = useState('');
  const [fromNowOn, setFromNowOn] = useState(false);
  const { setOutcome } = useGroupOutcome();
  const api = useAdminApi();
  const refresh = useRefresh();
  const { groupKey, newest, discrepancies, submitted, recorded } = group;
  const [form, field] = [words(group.formType), fieldInWords(group.field)];
  const decide = async () => {
    if (resolution === undefined) return;
    const decision = { resolution, ...noteIn(note) };
    if (fromNowOn) await api.post('discrepancy-rules', ruleOf(group, decision));
    setOutcome(await decideAll(api, groupKey, { ...decision, newest }));
    refresh();
  };
  return (
    <ConfirmDialog
      open
      title={plural(discrepancies, { one: 'Decide about # submission', other: 'Decide about # submissions' })}
      confirm={plural(discrepancies, { one: 'Decide about #', other: 'Decide about all #' })}
      isReady={resolution !== undefined}
      onConfirm={decide}
      onClose={onClose}
    >
      <Typography sx={{ mb: 1 }}>
        <Trans>
          {field} in forms of the type {form}:
        </Trans>
      </Typography>
      <Typography component="div" sx={{ mb: 2 }}>
        {SIDES.submitted}: <Compared submitted={submitted} recorded={recorded} side="submitted" />
        <br />
        {SIDES.recorded}: <Compared submitted={submitted} recorded={recorded} side="recorded" />
      </Typography>
      <Box sx={{ mb: 2 }}>
        <ResolutionChoice
          label={t`Decision about all of them`}
          name="resolution"
          value={resolution}
          onChange={setResolution}
        />
      </Box>
      <NoteInput hint={NOTE_HINT} value={note} onChange={setNote} />
      <FormControlLabel
        label={t`Make a rule: decide so about the same values from now on`}
        control={
          <Checkbox
            checked={fromNowOn}
            onChange={(_event, checked) => {
              setFromNowOn(checked);
            }}
          />
        }
      />
    </ConfirmDialog>
  );
};

/** Decides about a whole group, after a confirmation with its number. */
export const DecideGroup = ({ group }: { readonly group: DiscrepancyGroupDto }) => {
  const [open, setOpen] = useState(false);
  const [field, { submitted }] = [fieldInWords(group.field), group];
  return (
    <IfMay act="operate">
      <Button
        size="small"
        variant="outlined"
        aria-label={t`Decide about ${field}: ${submitted}`}
        onClick={() => {
          setOpen(true);
        }}
      >
        <Trans>Decide</Trans>
      </Button>
      {open && (
        <DecideDialog
          group={group}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </IfMay>
  );
};
