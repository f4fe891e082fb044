import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext, useRefresh } from 'react-admin';

import { useAdminApi } from '../api/data-provider';
import type { DiscrepancyGroupDto, GroupsPreviewDto, PreviewGroupsDto } from '../api/openapi';
import { IfMay } from '../api/roles';
import { fieldInWords } from '../mappings/record-fields';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Loaded } from '../ui/loaded';
import { NoteInput, noteIn } from '../ui/note-input';
import { grouped } from '../ui/words';
import { AlsoFields, type AlsoKeys } from './also-fields';
import { ChosenGroups } from './chosen-groups';
import { decideAll } from './decide-calls';
import { GroupConsequences } from './group-consequences';
import { useGroupOutcome } from './group-outcome';
import { MOST_RULES, ruledGroups } from './ruled-groups';
import { GroupRules } from './group-rules';
import { ResolutionChoice } from './resolution-choice';
import { NOTE_HINT, type Resolution } from './resolutions';
import { type RuleChoices, rulesOf } from './rule-choice';

/** One decision is about so many groups at most, and so many of other fields of the same submissions. */
const MOST_GROUPS = 100;
const MOST_ALSO = 500;

/** What a decision would mean, worked out anew for each choice. */
function usePreview(groupKeys: readonly string[], also: AlsoKeys, resolution: Resolution | undefined) {
  const api = useAdminApi();
  const chosen = Object.values(also).flat();
  const alsoGroupKeys = chosen.slice(0, MOST_ALSO);
  const body: PreviewGroupsDto = {
    groupKeys: [...groupKeys],
    ...(alsoGroupKeys.length === 0 ? {} : { alsoGroupKeys }),
    ...(resolution === undefined ? {} : { resolution }),
  };
  const answer = useQuery({
    queryKey: ['discrepancy-groups', 'preview', body],
    queryFn: async () => (await api.post<GroupsPreviewDto>('discrepancy-groups/preview', body)).data,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    // The dialog is about what it has shown; the decision is refused for what changed since.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return { answer, body, isTooMany: chosen.length > MOST_ALSO };
}

/** @param submissions 0 until their number is known */
function titleOf(submissions: number): string {
  if (submissions === 0) return t`Decide`;
  return plural(submissions, { one: 'Decide about # submission', other: 'Decide about # submissions' });
}

function confirmOf(submissions: number): string {
  if (submissions === 0) return t`Decide`;
  return plural(submissions, { one: 'Decide about #', other: 'Decide about all #' });
}

interface DialogProps {
  readonly groupKeys: readonly string[];
  readonly onClose: () => void;
}

const DecideDialog = ({ groupKeys, onClose }: DialogProps) => {
  const [resolution, setResolution] = useState<Resolution>();
  const [also, setAlso] = useState<AlsoKeys>({});
  const [rules, setRules] = useState<RuleChoices>();
  const [note, setNote] = useState('');
  const [progress, setProgress] = useState<number>();
  const { setOutcome } = useGroupOutcome();
  const { selectedIds, onSelect } = useListContext<{ id: string }>();
  const { answer, body, isTooMany } = usePreview(groupKeys, also, resolution);
  const api = useAdminApi();
  const refresh = useRefresh();
  const shown = answer.isPlaceholderData ? undefined : answer.data;
  const { submissions = 0, refused = 0 } = answer.data ?? {};
  const ruled = answer.data === undefined ? [] : ruledGroups(answer.data, also);
  const chosenRules = rules === undefined ? undefined : rulesOf(ruled, rules);
  const hasTooMany = isTooMany || (chosenRules?.length ?? 0) > MOST_RULES;
  const decide = async () => {
    if (resolution === undefined || shown === undefined) return;
    const decision = { resolution, ...noteIn(note), newest: shown.newest };
    const made = chosenRules === undefined ? {} : { rules: chosenRules };
    const outcome = await decideAll(api, { ...body, ...decision, ...made }, shown, setProgress);
    setOutcome(outcome);
    // With a failure it is not known which groups are decided; those that are have nothing open when it is repeated.
    if (outcome.failures.length === 0) onSelect(selectedIds.filter((id) => !groupKeys.includes(id)));
    refresh();
  };
  return (
    <ConfirmDialog
      open
      title={titleOf(submissions)}
      confirm={confirmOf(submissions)}
      isReady={resolution !== undefined && shown !== undefined && shown.submissions > 0 && !hasTooMany}
      onConfirm={decide}
      onClose={onClose}
    >
      <Loaded answer={answer} loading={<Skeleton variant="rounded" height={240} />}>
        {({ groups, alsoOpen }) => (
          <>
            <ChosenGroups groups={groups} />
            <AlsoFields fields={alsoOpen} value={also} onChange={setAlso} />
            {isTooMany && (
              <Typography variant="body2" role="status" color="error">
                <Trans>
                  At most {MOST_ALSO} groups of other fields are decided at once; choose fewer fields.
                </Trans>
              </Typography>
            )}
            <Box sx={{ my: 2 }}>
              <ResolutionChoice
                label={t`Decision about all of them`}
                name="resolution"
                value={resolution}
                onChange={setResolution}
              />
            </Box>
            <GroupConsequences numbers={shown} resolution={resolution} />
            <NoteInput hint={NOTE_HINT} value={note} onChange={setNote} />
            <GroupRules groups={ruled} choices={rules} onChange={setRules} />
            <Typography role="status" sx={{ mt: 1 }}>
              {progress !== undefined && (
                <Trans>
                  {grouped(progress)} of {grouped(submissions + refused)} submissions done
                </Trans>
              )}
            </Typography>
          </>
        )}
      </Loaded>
    </ConfirmDialog>
  );
};

interface DecideButtonProps
  extends Pick<DialogProps, 'groupKeys'>, Pick<ButtonProps, 'variant' | 'disabled'> {
  readonly label: string;
  /** Where several buttons have the same label. */
  readonly name?: string;
}

const DecideButton = ({
  groupKeys,
  label,
  name,
  variant = 'outlined',
  disabled = false,
}: DecideButtonProps) => {
  const [open, setOpen] = useState(false);
  return (
    <IfMay act="operate">
      <Button
        size="small"
        variant={variant}
        disabled={disabled}
        aria-label={name}
        onClick={() => {
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {open && (
        <DecideDialog
          groupKeys={groupKeys}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </IfMay>
  );
};

/** Decides about one group, after a dialog that says what follows. */
export const DecideGroup = ({ group }: { readonly group: DiscrepancyGroupDto }) => {
  const [field, { submitted, groupKey }] = [fieldInWords(group.field), group];
  return (
    <DecideButton groupKeys={[groupKey]} label={t`Decide`} name={t`Decide about ${field}: ${submitted}`} />
  );
};

/** Decides about the selected groups together. */
export const DecideSelection = () => {
  const { selectedIds } = useListContext<{ id: string }>();
  const label = plural(selectedIds.length, { one: 'Decide about # group', other: 'Decide about # groups' });
  const isTooMany = selectedIds.length > MOST_GROUPS;
  return (
    <>
      <DecideButton groupKeys={selectedIds} label={label} variant="contained" disabled={isTooMany} />
      {isTooMany && (
        <Typography variant="body2">
          <Trans>At most {MOST_GROUPS} groups can be decided at once.</Trans>
        </Typography>
      )}
    </>
  );
};
