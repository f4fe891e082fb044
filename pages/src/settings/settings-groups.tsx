import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';

import { keysOf } from '../ui/options';
import { SECTIONS } from './declared';
import {
  type FoundSetting,
  foundBy,
  sectionAddress,
  type SectionName,
  settingAddress,
} from './setting-search';

interface EntryProps {
  readonly to: string;
  readonly primary: string;
  readonly secondary?: string;
  readonly isShown?: boolean;
  readonly onClick?: () => void;
}

const Entry = ({ to, primary, secondary, isShown = false, onClick }: EntryProps) => (
  <ListItem disablePadding>
    <ListItemButton
      component={Link}
      to={to}
      selected={isShown}
      aria-current={isShown ? 'page' : undefined}
      onClick={onClick}
      sx={{ borderRadius: 1, py: { xs: 1.25, md: 0.75 } }}
    >
      <ListItemText primary={primary} secondary={secondary} sx={{ my: 0, overflowWrap: 'anywhere' }} />
    </ListItemButton>
  </ListItem>
);

interface SettingsGroupsProps {
  /** The group in view. */
  readonly shown: SectionName;
}

/** The groups of settings, or the settings that a search has found. */
export const SettingsGroups = ({ shown }: SettingsGroupsProps) => {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const found = foundBy(query);
  const isSearched = query.trim() !== '';
  const count = plural(found.length, { one: '# setting found', other: '# settings found' });
  const clear = () => {
    setQuery('');
  };
  const open = (first: FoundSetting) => {
    void navigate(settingAddress(first));
    clear();
  };
  return (
    <>
      <TextField
        fullWidth
        type="search"
        label={t`Search the settings`}
        value={query}
        helperText={isSearched ? count : undefined}
        onChange={(event) => {
          setQuery(event.target.value);
        }}
        onKeyDown={({ key }) => {
          const [first] = found;
          if (key === 'Enter' && first !== undefined) open(first);
          if (key === 'Escape') clear();
        }}
        slotProps={{ formHelperText: { role: 'status' } }}
        sx={{ mb: 1 }}
      />
      <Box component="nav" aria-label={t`Groups of settings`}>
        <List disablePadding>
          {isSearched
            ? found.map(({ path, section, label }) => (
                <Entry
                  key={path}
                  to={settingAddress({ path, section })}
                  primary={label}
                  {...(label !== SECTIONS[section].title && { secondary: SECTIONS[section].title })}
                  onClick={clear}
                />
              ))
            : keysOf(SECTIONS).map((section) => (
                <Entry
                  key={section}
                  to={sectionAddress(section)}
                  primary={SECTIONS[section].title}
                  isShown={section === shown}
                />
              ))}
        </List>
      </Box>
    </>
  );
};
