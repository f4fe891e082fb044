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
  /** How many rows there are, shown behind the label, unless it is 0. */
  readonly count?: number | undefined;
  /** Instead of `count`: how many of the rows wait for a decision. */
  readonly open?: number | undefined;
  readonly content: () => ReactNode;
}

export function tabAddress(userId: string, tab: string): string {
  return `${showAddress('users', userId)}/${tab}`;
}

function textOf({ label, count = 0, open = 0 }: PersonTab): string {
  if (open > 0) return t`${label} (${grouped(open)} open)`;
  return count > 0 ? `${label} ${grouped(count)}` : label;
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
        {tabs.map((tab) => (
          <Tab
            key={tab.name}
            value={tab.name}
            id={`tab-${tab.name}`}
            aria-controls={tab.name === chosen.name ? `panel-${tab.name}` : undefined}
            component={Link}
            to={tabAddress(userId, tab.name)}
            replace
            label={textOf(tab)}
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
