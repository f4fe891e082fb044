import { t } from '@lingui/core/macro';

import { ViewLinks } from '../ui/view-links';

const VIEWS = [
  { to: '/submissions', label: t`By submission` },
  { to: '/discrepancy-groups', label: t`In groups` },
  { to: '/discrepancies', label: t`All fields` },
  { to: '/discrepancy-rules', label: t`Rules` },
] as const;

/** Links between the lists of the same discrepancies, and to the rules about them. */
export const Views = () => <ViewLinks label={t`Views of discrepancies`} views={VIEWS} />;
