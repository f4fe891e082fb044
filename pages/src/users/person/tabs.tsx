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
  /** How many rows there are, where it is known. A tab without rows is behind the others. */
  readonly count?: number | undefined;
  /** How many of the rows wait for a decision; it is shown instead of `count`, unless it is 0. */
  readonly open?: number | undefined;
  readonly content: () => ReactNode;
}

export function tabAddress(userId: string, tab: string): string {
  return `${showAddress('users', userId)}/${tab}`;
}

function textOf({ label, count, open = 0 }: PersonTab): string {
  if (open > 0) return t`${label} (${grouped(open)} open)`;
  return count === undefined ? label : `${label} ${grouped(count)}`;
}

const isEmpty = ({ count }: PersonTab): boolean => count === 0;

/** Those without rows last, so that the others are in view. */
function inOrder(tabs: readonly PersonTab[]): readonly PersonTab[] {
  return [...tabs.filter((tab) => !isEmpty(tab)), ...tabs.filter(isEmpty)];
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
        {inOrder(tabs).map((tab) => (
          <Tab
            key={tab.name}
            value={tab.name}
            id={`tab-${tab.name}`}
            aria-controls={tab.name === chosen.name ? `panel-${tab.name}` : undefined}
            component={Link}
            to={tabAddress(userId, tab.name)}
            replace
            label={textOf(tab)}
            sx={{ minWidth: 0, px: 1, fontWeight: isEmpty(tab) ? 400 : 600 }}
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
