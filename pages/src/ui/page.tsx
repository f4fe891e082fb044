import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';

export const PRODUCT = t`Integration administration`;

/** The ID of the element that has the page; the focus may wait there for its heading. */
export const MAIN = 'main-content';

interface PageProps {
  /** The page's only h1 and the browser tab's name. */
  readonly title: string;
  /** One sentence below the title. */
  readonly intro?: ReactNode;
  /** Beside the title: buttons, or a status. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The page that is opened first leaves the focus where the browser has it, before the link to the content. */
let isFirstPage = true;

/**
 * A link or row that was followed is gone with its page, and with it the focus. The heading of the new page takes
 * it, so that the keyboard goes on there and a screen reader says which page it is.
 */
function useFocusOnHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const isLost = focused === null || focused === document.body || focused.id === MAIN;
    if (isLost && !isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return heading;
}

/** The frame of every page inside the layout. */
export const Page = ({ title, intro, actions, children }: PageProps) => {
  const heading = useFocusOnHeading();
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
    return () => {
      document.title = PRODUCT;
    };
  }, [title]);
  return (
    <Box sx={{ py: { xs: 2, md: 3 }, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start', mb: 2, minHeight: 40 }}>
        <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Typography
            variant="h1"
            ref={heading}
            tabIndex={-1}
            sx={{ overflowWrap: 'break-word', '&:focus': { outline: 'none' } }}
          >
            {title}
          </Typography>
          {intro !== undefined && (
            <Typography component="p" color="textSecondary" sx={{ mt: 0.5, maxWidth: '70ch' }}>
              {intro}
            </Typography>
          )}
        </Box>
        {actions !== undefined && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>{actions}</Box>
        )}
      </Box>
      {children}
    </Box>
  );
};
