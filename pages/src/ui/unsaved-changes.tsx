import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';

import { LeaveDialog } from './leave-dialog';
import { useUnsaved } from './unsaved';

/** A session that has ended cannot wait. */
const LOGIN = '/login';

interface UnsavedChangesProps {
  readonly when: boolean;
  /** Whether another page may follow without a question; closing the tab is asked about all the same. */
  readonly mayLeave?: boolean;
}

/** Asks before the user leaves a form with changes: by a link, by the browser's buttons, or by closing the tab. */
export const UnsavedChanges = ({ when, mayLeave = false }: UnsavedChangesProps) => {
  useUnsaved(when);
  useAskBeforeClosing(when);
  return when && !mayLeave ? <Question /> : null;
};

/** Of a page there can be one at a time. */
const Question = () => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname && nextLocation.pathname !== LOGIN,
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <LeaveDialog
      onLeave={() => {
        blocker.proceed();
      }}
      onStay={() => {
        blocker.reset();
      }}
    />
  );
};

function useAskBeforeClosing(when: boolean): void {
  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
    };
  }, [when]);
}
