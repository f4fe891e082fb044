import { Credential } from '../tenancy/credential.entity.js';
import { Tenant } from '../tenancy/tenant.entity.js';
import { Program } from '../users/program.entity.js';
import { User } from '../users/user.entity.js';
import { UserNumber } from '../users/user-number.entity.js';

/** Listed one by one: a glob would import files that Jest's ESM mode cannot share between test files. */
export const ENTITIES = [Tenant, Credential, User, Program, UserNumber];
