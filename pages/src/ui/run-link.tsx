import type { ReactNode } from 'react';

import { showAddress } from './addresses';
import { Breakable } from './breakable';
import { PageLink } from './page-link';

/** The name of a run, as a link to its page; a dash without one. */
export const RunLink = ({ run, children }: { readonly run: string | null; readonly children?: ReactNode }) =>
  run === null ? (
    '–'
  ) : (
    <PageLink to={showAddress('runs', run)}>{children ?? <Breakable name={run} />}</PageLink>
  );
