import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';

import { PageLink } from '../ui/page-link';

/** What a row is refused with whose term the settings do not have. */
const OF_TERMS = /terms of the settings/;

interface TermsLinkProps {
  /** Why rows are refused. */
  readonly problems: readonly string[];
}

/**
 * Where a term is missing, the way to the terms. In a tab of its own, since the page would lose its file; when the user
 * comes back from it, the file is read with the new terms.
 */
export const TermsLink = ({ problems }: TermsLinkProps) => {
  const queries = useQueryClient();
  if (!problems.some((problem) => OF_TERMS.test(problem))) return null;
  const readAgainLater = () => {
    const readAgain = () => void queries.invalidateQueries({ queryKey: ['file-head'] });
    window.addEventListener('focus', readAgain, { once: true });
  };
  return (
    <Box sx={{ my: 1 }}>
      <Trans>
        <PageLink to="/settings/terms" target="_blank" rel="noopener" onClick={readAgainLater}>
          Open the terms of the settings in a new tab
        </PageLink>
        , add the term there and come back: this page keeps the file.
      </Trans>
    </Box>
  );
};
