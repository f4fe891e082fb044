import { type ReactNode, useState } from 'react';

import { LeaveDialog } from './leave-dialog';
import { isAnythingUnsaved } from './unsaved';

interface Leaving {
  /** Does it at once, or, where values are not saved, when the user discards them. */
  readonly leave: (go: () => void) => void;
  readonly question: ReactNode;
}

/** Asks before a form gives way to another one on the same page. */
export function useLeaving(): Leaving {
  const [asked, setAsked] = useState<{ readonly go: () => void }>();
  return {
    leave: (go) => {
      if (isAnythingUnsaved()) setAsked({ go });
      else go();
    },
    question: asked && (
      <LeaveDialog
        onLeave={() => {
          setAsked(undefined);
          asked.go();
        }}
        onStay={() => {
          setAsked(undefined);
        }}
      />
    ),
  };
}
