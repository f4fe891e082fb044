import type { ResourceProps } from 'react-admin';

import { resource as administrators } from './administrators';
import { resource as audit } from './audit';
import { resource as discrepancies } from './discrepancies';
import { resource as holds } from './holds';
import { resource as keys } from './keys';
import { resource as mappings } from './mappings';
import { resource as progress } from './progress';
import { resource as queue } from './queue';
import { resource as requests } from './requests';
import { resource as users } from './users';

/** Every resource with pages of its own. Their `index.ts` are small: a page is loaded when it is opened. */
export const RESOURCES: readonly ResourceProps[] = [
  keys,
  holds,
  administrators,
  users,
  progress,
  queue,
  discrepancies,
  mappings,
  audit,
  requests,
];
