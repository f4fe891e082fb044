import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';

import { messageOf } from '../api/http';
import { useDestinations } from '../navigation/use-destinations';
import { LONGEST_SEARCH, useSearch } from '../ui/use-search';
import { type Find, groupsOf, pagesNamed } from './finds';
import { FindList } from './find-list';

interface SearchDialogProps {
  readonly onClose: () => void;
  readonly onChoose: (to: string) => void;
}

/** Finds anything that has a page: a combobox whose listbox is always open. */
const SearchDialog = ({ onClose, onChoose }: SearchDialogProps) => {
  const [typed, setTyped] = useState('');
  const { groups, status, isBusy } = useGroups(typed);
  const finds = groups.flatMap((group) => group.finds);
  const { active, setActive, onKeyDown } = useActive(finds, onChoose);
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      // The host returns the focus: after a choice it goes to the new page.
      disableRestoreFocus
      slotProps={{ paper: { 'aria-label': t`Search` } }}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <InputBase
        autoFocus
        fullWidth
        value={typed}
        placeholder={t`Search for people, submissions, runs, keys, request IDs, views and pages`}
        onChange={(event) => {
          setTyped(event.target.value);
        }}
        onKeyDown={onKeyDown}
        sx={{ px: 2, py: 1.25, fontSize: '1rem', borderBottom: 1, borderColor: 'divider' }}
        inputProps={{
          role: 'combobox',
          'aria-label': t`Search`,
          'aria-expanded': true,
          'aria-haspopup': 'listbox',
          'aria-autocomplete': 'list',
          'aria-controls': id,
          'aria-activedescendant': finds.length === 0 ? undefined : `${id}-${active}`,
          autoComplete: 'off',
          spellCheck: false,
          maxLength: LONGEST_SEARCH,
        }}
      />
      <FindList
        id={id}
        groups={groups}
        active={active}
        isBusy={isBusy}
        onActive={setActive}
        onChoose={onChoose}
      />
      <Box sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
        <Typography variant="body2" color="textSecondary" role="status">
          {status}
        </Typography>
      </Box>
    </Dialog>
  );
};

function useGroups(typed: string) {
  const { found, isBusy, error } = useSearch(typed);
  const destinations = useDestinations();
  const pages = pagesNamed(typed.trim(), destinations);
  const all = found === undefined ? [pages] : [pages, ...groupsOf(found, destinations)];
  const groups = all.filter(({ finds }) => finds.length > 0);
  const count = groups.reduce((sum, { finds }) => sum + finds.length, 0);
  return { groups, isBusy, status: isBusy ? t`Searching…` : statusOf(count, error) };
}

function statusOf(count: number, error: unknown): string {
  if (error !== null) return messageOf(error);
  return count === 0
    ? t`Nothing found`
    : plural(count, {
        one: '# result. Enter opens the marked one.',
        other: '# results. Enter opens the marked one.',
      });
}

/** Which line is marked. It is the first one again whenever there are other lines. */
function useActive(finds: readonly Find[], onChoose: (to: string) => void) {
  const [active, setActive] = useState(0);
  const lines = finds.map(({ to }) => to).join('\n');
  useEffect(() => {
    setActive(0);
  }, [lines]);
  const count = finds.length;
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and the arrows belong to the input method while it composes a character.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = event.key === 'Enter' ? finds[active] : undefined;
    if (step === 0 && chosen === undefined) return;
    event.preventDefault();
    if (chosen !== undefined) onChoose(chosen.to);
    else if (count > 0) setActive((active + step + count) % count);
  };
  return { active: Math.min(active, Math.max(0, count - 1)), setActive, onKeyDown };
}

export default SearchDialog;
