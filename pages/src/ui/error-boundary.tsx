import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { Component, type ReactNode } from 'react';

import { Page } from './page';

interface Props {
  readonly children: ReactNode;
  /** Shown in place of the message of a page. */
  readonly instead?: ReactNode;
}

/** Shows a message when what is in it fails or its code cannot be loaded: an upgrade removes the old files. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    if (this.props.instead !== undefined) return this.props.instead;
    return <BrokenPage />;
  }
}

export const BrokenPage = () => (
  <Page
    title={t`This page could not be shown`}
    intro={
      <Trans>
        The pages may have been upgraded since you opened them. Reload the page. If the error stays, report it
        to the operator of the service.
      </Trans>
    }
    actions={
      <Button
        variant="contained"
        onClick={() => {
          window.location.reload();
        }}
      >
        <Trans>Reload</Trans>
      </Button>
    }
  />
);
