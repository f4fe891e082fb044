import Link, { type LinkProps } from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';

interface PageLinkProps extends LinkProps {
  /** The address of the page, see addresses.ts. */
  readonly to: string;
}

/** A link to another of these pages. */
export const PageLink = (props: PageLinkProps) => <Link component={RouterLink} {...props} />;
