import type { ResourceProps } from 'react-admin';

import { resource as administrators } from './administrators';
import { resource as alerts } from './alerts';
import { resource as audit } from './audit';
import { resource as conflicts } from './conflicts';
import { resource as connections } from './connections';
import { resource as connectors } from './connectors';
import { resource as decisions } from './decisions';
import { resource as disclosures } from './disclosures';
import { resources as discrepancies } from './discrepancies';
import { resource as holds } from './holds';
import { resource as keys } from './keys';
import { resource as mappings } from './mappings';
import { resources as progress } from './progress';
import { resource as queue } from './queue';
import { resource as readers } from './readers';
import { resource as requests } from './requests';
import { resource as runs } from './runs';
import { resource as users } from './users';

/** Every resource with pages of its own. Their `index.ts` are small: a page is loaded when it is opened. */
export const RESOURCES: readonly ResourceProps[] = [
  keys,
  connections,
  readers,
  decisions,
  holds,
  conflicts,
  alerts,
  administrators,
  users,
  ...progress,
  connectors,
  queue,
  ...discrepancies,
  mappings,
  audit,
  disclosures,
  requests,
  runs,
];
