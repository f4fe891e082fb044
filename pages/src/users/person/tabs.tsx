import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';

import { showAddress } from '../../ui/addresses';
import { grouped } from '../../ui/words';

export interface PersonTab {
  /** The last part of the address. */
  readonly name: string;
  readonly label: string;
  /** Shown behind the label, unless it is 0. */
  readonly count?: number | undefined;
  readonly content: () => ReactNode;
}

export function tabAddress(userId: string, tab: string): string {
  return `${showAddress('users', userId)}/${tab}`;
}

/** The parts of a person's page; which one is shown is in the address. */
export const PersonTabs = ({
  userId,
  tabs,
}: {
  readonly userId: string;
  readonly tabs: readonly PersonTab[];
}) => {
  const { '*': wanted } = useParams();
  const chosen = tabs.find(({ name }) => name === wanted) ?? tabs[0];
  if (chosen === undefined) return null;
  return (
    <>
      <Tabs
        value={chosen.name}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        aria-label={t`About this user`}
        sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map(({ name, label, count }) => (
          <Tab
            key={name}
            value={name}
            id={`tab-${name}`}
            aria-controls={name === chosen.name ? `panel-${name}` : undefined}
            component={Link}
            to={tabAddress(userId, name)}
            replace
            label={count ? `${label} ${grouped(count)}` : label}
            sx={{ minWidth: 0, px: 1.5 }}
          />
        ))}
      </Tabs>
      <Box
        key={chosen.name}
        role="tabpanel"
        id={`panel-${chosen.name}`}
        aria-labelledby={`tab-${chosen.name}`}
      >
        {chosen.content()}
      </Box>
    </>
  );
};
