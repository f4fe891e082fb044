import { BulkAnswers } from '../bulk/bulk-answers.js';
import type { BulkOptions } from '../bulk/bulk-types.js';
import type { Rows } from '../bulk/row-queue.js';
import type {
  CreateUpdateUser,
  HoldsControllerGetData,
  Hold,
  SetUserStatus,
  User,
  UsersControllerCreateOrUpdateData,
  UsersControllerGetData,
  UsersControllerSetStatusData,
  UserSummary,
} from '../openapi/types.gen.js';
import type { Answer, CallOptions, Transport } from '../transport.js';

/** How a person was found, and what a post changed. */
export interface ProvisionMeta {
  readonly matchedBy: 'id' | 'legacyNumber' | 'email' | null;
  readonly changed: readonly string[];
  /** Where a de-provisioning is held (202 `DEPROVISIONING HELD`). */
  readonly holdId?: string | null;
}

export interface StatusMeta {
  readonly changed: boolean;
  readonly previousStatus: 'active' | 'inactive';
  readonly sessionsEnded: number;
  readonly holdId?: string | null;
}

/** People (scope `users`). `id` is the 950/951 ID or the legacyNumber. */
export class Users {
  constructor(private readonly transport: Transport) {}

  createOrUpdate(
    person: CreateUpdateUser,
    options?: CallOptions,
  ): Promise<Answer<UserSummary, ProvisionMeta>> {
    return this.transport.call<UsersControllerCreateOrUpdateData, UserSummary, ProvisionMeta>(
      { method: 'POST', url: '/api/v1/integration/users', body: person },
      options,
    );
  }

  get(id: string, options?: CallOptions): Promise<Answer<User>> {
    return this.transport.call<UsersControllerGetData, User>(
      { method: 'GET', url: '/api/v1/integration/users/{id}', path: { id } },
      options,
    );
  }

  /** De-provisions or restores a person. */
  setStatus(
    id: string,
    accountStatus: NonNullable<SetUserStatus['accountStatus']>,
    options?: CallOptions,
  ): Promise<Answer<UserSummary, StatusMeta>> {
    return this.transport.call<UsersControllerSetStatusData, UserSummary, StatusMeta>(
      { method: 'PATCH', url: '/api/v1/integration/users/{id}', path: { id }, body: { accountStatus } },
      options,
    );
  }

  /** Any number of people, streamed both ways; an answer for each, in order. */
  bulk<Row extends CreateUpdateUser>(people: Rows<Row>, options?: BulkOptions): BulkAnswers<Row> {
    return new BulkAnswers(this.transport, '/api/v1/integration/users/bulk', people, options);
  }

  /** What became of a de-provisioning that was held. */
  hold(id: string, options?: CallOptions): Promise<Answer<Hold>> {
    return this.transport.call<HoldsControllerGetData, Hold>(
      { method: 'GET', url: '/api/v1/integration/holds/{id}', path: { id } },
      options,
    );
  }
}
