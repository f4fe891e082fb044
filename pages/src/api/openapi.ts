// Written by npm run api-types from the OpenAPI document of the service; not to be edited.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly PresentedFacultyProfileDto: {
            readonly highestDegree: string | null;
            readonly degreeField: string | null;
            readonly facultyRank: string | null;
            readonly externalOrganization: string | null;
            readonly expertiseNotes: string | null;
            readonly contentExpertiseTags: readonly string[];
            readonly methodsExpertise: readonly string[];
            readonly technicalExpertiseTags: readonly string[];
            readonly tools: readonly string[];
            readonly eligibleProgramIds: readonly string[];
            readonly committeeRolesSupported: readonly ("chair" | "content_expert" | "methodologist_technical_expert" | "member")[];
            /** @enum {string|null} */
            readonly availabilityStatus: "available" | "limited" | "unavailable" | null;
            /** @example 10 */
            readonly maxConcurrentCommittees: number;
            readonly graduateFacultyStatus: boolean | null;
            readonly canServeAsChair: boolean;
            readonly isExternal: boolean | null;
            readonly isCommitteeEligible: boolean | null;
            /** Format: date */
            readonly leaveUntil: string | null;
        };
        readonly UserDto: {
            /** @example 950000001 */
            readonly id: string;
            /** @example ann.lee@northern.example.edu */
            readonly email: string;
            /** @example Ann */
            readonly firstName: string;
            /** @example Lee */
            readonly lastName: string;
            /** @enum {string} */
            readonly accountType: "Student" | "Faculty" | "Staff";
            /** @enum {string} */
            readonly accountStatus: "active" | "inactive";
            /** @example S-77 */
            readonly legacyNumber: string | null;
            readonly middleInitial: string | null;
            /** @example Ann Lee */
            readonly name: string;
            /** @example student */
            readonly role: string;
            /** @example northern.example.edu */
            readonly domain: string;
            readonly schoolProgram: string | null;
            readonly programId: string | null;
            readonly degree: string | null;
            readonly monthOfEntry: number | null;
            readonly yearOfEntry: number | null;
            readonly monthOfGraduation: number | null;
            readonly yearOfGraduation: number | null;
            readonly isAffiliatedWithUniversity: boolean;
            readonly hideProfilePage: boolean;
            readonly unsubscribeAllGroupEmails: boolean;
            readonly genderPronoun: string | null;
            readonly userTags: readonly string[];
            readonly nationalities: readonly string[];
            readonly careerInterests: readonly string[];
            readonly languages: readonly string[];
            readonly customFields: {
                readonly [key: string]: unknown;
            };
            /** @description null unless accountType is Faculty or the role is chair */
            readonly facultyProfile: components["schemas"]["PresentedFacultyProfileDto"] | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
        };
        readonly VersionDto: {
            readonly number: number;
            readonly title: string | null;
            /** @enum {string} */
            readonly stage: "concept_paper" | "prospectus" | "proposal" | "draft_manuscript" | "final_manuscript";
            /** @enum {string} */
            readonly status: "draft" | "submitted" | "under_review" | "revisions_requested" | "resubmitted" | "approved" | "final" | "withdrawn";
            /** Format: date-time */
            readonly submittedAt: string | null;
            /** Format: date-time */
            readonly decidedAt: string | null;
        };
        readonly DissertationDto: {
            readonly title: string | null;
            /** @enum {string} */
            readonly status: "not_started" | "in_progress" | "on_hold" | "under_review" | "defended" | "completed" | "withdrawn";
            /** Format: date */
            readonly startedOn: string | null;
            /** Format: date */
            readonly defendedOn: string | null;
            readonly versions: readonly components["schemas"]["VersionDto"][];
        };
        readonly MilestoneDto: {
            /** @example proposal_defense */
            readonly code: string;
            /** @example Proposal defence */
            readonly name: string;
            /** @example 80 */
            readonly sequence: number;
            readonly required: boolean;
            /** @enum {string} */
            readonly status: "not_started" | "in_progress" | "submitted" | "completed" | "failed" | "waived";
            /** @enum {string|null} */
            readonly result: "passed" | "passed_minor_revisions" | "passed_major_revisions" | "retake" | "failed" | "exempt" | null;
            /** Format: date */
            readonly dueOn: string | null;
            /** Format: date */
            readonly completedOn: string | null;
        };
        readonly NextMilestoneDto: {
            readonly code: string;
            /** Format: date */
            readonly dueOn: string | null;
        };
        readonly PacingDto: {
            /** @enum {string} */
            readonly status: "not_started" | "ahead" | "on_track" | "at_risk" | "behind" | "paused" | "completed";
            readonly reasons: readonly ("milestone_overdue" | "milestone_due_soon" | "nothing_submitted" | "revision_loop" | "committee_incomplete" | "on_hold")[];
            readonly completed: number;
            readonly total: number;
            readonly nextMilestone: components["schemas"]["NextMilestoneDto"] | null;
            /** @description Days past due of the latest open required milestone */
            readonly daysBehind: number;
            /** Format: date */
            readonly asOf: string;
        };
        readonly MemberDto: {
            /** @example 951000003 */
            readonly facultyId: string;
            readonly name: string;
            /** @enum {string} */
            readonly role: "chair" | "content_expert" | "methodologist_technical_expert" | "member";
            /** @enum {string} */
            readonly status: "invited" | "accepted" | "declined" | "removed";
            readonly isExternal: boolean;
            /** @description Whether the account of the faculty member is active */
            readonly active: boolean;
        };
        readonly CommitteeDto: {
            /** @enum {string} */
            readonly status: "not_started" | "forming" | "pending_approval" | "approved" | "dissolved";
            /** Format: date */
            readonly formedOn: string | null;
            readonly missingRoles: readonly string[];
            readonly members: readonly components["schemas"]["MemberDto"][];
        };
        readonly ProgressRecordDto: {
            readonly dissertation: components["schemas"]["DissertationDto"];
            readonly milestones: readonly components["schemas"]["MilestoneDto"][];
            readonly pacing: components["schemas"]["PacingDto"];
            readonly committee: components["schemas"]["CommitteeDto"];
            /** @example 950000001 */
            readonly studentId: string;
            readonly legacyNumber: string | null;
            readonly email: string;
            readonly firstName: string;
            readonly lastName: string;
            /** @enum {string} */
            readonly accountStatus: "active" | "inactive";
            readonly schoolProgram: string | null;
            readonly programId: string | null;
            readonly degree: string | null;
            readonly monthOfEntry: number | null;
            readonly yearOfEntry: number | null;
            /** Format: date-time */
            readonly changedAt: string;
        };
        readonly SyncItemDto: {
            /** @example sub-77 */
            readonly submissionId: string;
            readonly formType: string;
            readonly studentId: string;
            /** @enum {string} */
            readonly submissionStatus: "draft" | "submitted" | "in_review" | "returned" | "approved" | "rejected" | "closed";
            /** @enum {string} */
            readonly syncStatus: "not_queued" | "queued" | "processing" | "sent" | "failed";
            readonly targetSystem: string | null;
            readonly lastError: string | null;
            readonly attempts: number;
            /** Format: date-time */
            readonly queuedAt: string | null;
            /** Format: date-time */
            readonly lastTransitionAt: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
        };
        readonly EnvelopeDto: {
            /** @enum {string} */
            readonly specversion: "1.0";
            /**
             * @description The same content has the same id
             * @example 6a1f0c…
             */
            readonly id: string;
            /** @example /tenants/t4m8q2v6x0c3hk/submissions */
            readonly source: string;
            /** @example submission.approved.v1 */
            readonly type: string;
            /** @example sub-77 */
            readonly subject: string;
            /** Format: date-time */
            readonly time: string;
            /** @enum {string} */
            readonly datacontenttype: "application/json";
            /** Format: uri */
            readonly dataschema: string;
            /** @description See /docs/schemas/sync-envelope.v1.json */
            readonly data: {
                readonly [key: string]: unknown;
            };
        };
        readonly ConnectorDto: {
            /**
             * @description Null: items without a target system
             * @example SIS
             */
            readonly targetSystem: string | null;
            /** @description The credential; null: none ever took an item for this system */
            readonly apiKey: string | null;
            /**
             * @description Of the credential
             * @example SIS connector
             */
            readonly label: string | null;
            /**
             * Format: date-time
             * @description When it was last handed an item
             */
            readonly lastClaimAt: string | null;
            /**
             * @description Leases that are out
             * @example 0
             */
            readonly inFlight: number;
            /**
             * Format: date-time
             * @description When the first of them ends
             */
            readonly oldestLeaseUntil: string | null;
            /**
             * @description Items handed out in the last 24 hours, in steps of ten minutes
             * @example 0
             */
            readonly claimed24h: number;
            /**
             * @description Claims that it acknowledged as sent
             * @example 0
             */
            readonly sent24h: number;
            /**
             * @description Claims that it acknowledged as failed
             * @example 0
             */
            readonly failed24h: number;
            /**
             * @description Queued items of the target system, for whatever connector
             * @example 0
             */
            readonly waiting: number;
            /**
             * Format: date-time
             * @description Since when the first of them waits
             */
            readonly oldestQueuedAt: string | null;
        };
        readonly SessionDto: {
            /** @example 951000001 */
            readonly userId: string;
            readonly name: string;
            readonly email: string;
            /** @example application_admin */
            readonly role: string;
            readonly tenantId: string;
            /** @example Northern University */
            readonly tenantName: string;
            /** @description Send it as X-CSRF-Token with every change */
            readonly csrfToken: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly LoginDto: {
            /** Format: email */
            readonly email: string;
            /** Format: password */
            readonly password: string;
            /** @description Needed only when the address is known to several tenants */
            readonly tenantId?: string | null;
        };
        readonly InviteeDto: {
            /** @example registrar@northern.example.edu */
            readonly email: string;
            /** @example Ann */
            readonly firstName: string;
            /** @example Lee */
            readonly lastName: string;
        };
        readonly InvitationTokenDto: {
            readonly token: string;
        };
        readonly AcceptInvitationDto: {
            readonly token: string;
            /** Format: password */
            readonly password: string;
        };
        readonly ConnectionDto: {
            /**
             * @description The first key of the connection
             * @example ik_0000000000000000000000000a
             */
            readonly id: string;
            /** @enum {string|null} */
            readonly defaultAccountType: "Student" | "Faculty" | "Staff" | null;
            readonly mayAdminister: boolean;
            readonly adopts: boolean;
            /** @enum {string} */
            readonly visible: "all" | "linked";
        };
        readonly ApiKeyDto: {
            /** @example ik_0000000000000000000000000a */
            readonly apiKey: string;
            /** @example SIS nightly */
            readonly label: string;
            /**
             * @example [
             *       "integration"
             *     ]
             */
            readonly scopes: readonly ("integration" | "users" | "progress" | "sync" | "workflow" | "scim")[];
            readonly rateLimit: number | null;
            /** Format: date-time */
            readonly createdAt: string;
            readonly createdBy: string | null;
            readonly createdByLabel: string | null;
            /** Format: date-time */
            readonly lastUsedAt: string | null;
            /** Format: date-time */
            readonly expiresAt: string | null;
            /** @enum {string} */
            readonly status: "active" | "expiring" | "expired" | "revoked";
            /** @description The key that replaces this one */
            readonly rotatedTo: string | null;
            /** @description null without the scope scim */
            readonly connection: components["schemas"]["ConnectionDto"] | null;
        };
        readonly IssuedKeyDto: {
            /** @example ik_0000000000000000000000000a */
            readonly apiKey: string;
            /** @example SIS nightly */
            readonly label: string;
            /**
             * @example [
             *       "integration"
             *     ]
             */
            readonly scopes: readonly ("integration" | "users" | "progress" | "sync" | "workflow" | "scim")[];
            readonly rateLimit: number | null;
            /** Format: date-time */
            readonly createdAt: string;
            readonly createdBy: string | null;
            readonly createdByLabel: string | null;
            /** Format: date-time */
            readonly lastUsedAt: string | null;
            /** Format: date-time */
            readonly expiresAt: string | null;
            /** @enum {string} */
            readonly status: "active" | "expiring" | "expired" | "revoked";
            /** @description The key that replaces this one */
            readonly rotatedTo: string | null;
            /** @description null without the scope scim */
            readonly connection: components["schemas"]["ConnectionDto"] | null;
            /**
             * @description Not shown again
             * @example is_0000000000000000000000000000000000000000000
             */
            readonly apiSecret: string;
        };
        readonly ConnectionWishDto: {
            /**
             * @description The account type of a person for whom the provider names none; default: such a person is refused
             * @example Staff
             * @enum {string|null}
             */
            readonly defaultAccountType?: "Student" | "Faculty" | "Staff" | null;
            /** @description Whether it may make people administrators, and change those who are; default false */
            readonly mayAdminister?: boolean | null;
            /** @description Whether it takes over people who came from another source; default true */
            readonly adopts?: boolean | null;
            /**
             * @description Whether it lists all people, or only those that it holds; default all
             * @enum {string|null}
             */
            readonly visible?: "all" | "linked" | null;
        };
        readonly CreateKeyDto: {
            /** @example SIS nightly */
            readonly label: string;
            /**
             * @example [
             *       "integration"
             *     ]
             */
            readonly scopes: readonly ("integration" | "users" | "progress" | "sync" | "workflow" | "scim")[];
            /**
             * Format: date-time
             * @description Omitted or null: never
             */
            readonly expiresAt?: string | null;
            /** @description Requests a minute of this key; null: none of its own. The tenant's limit holds for all keys together */
            readonly rateLimit?: number | null;
            /** @description For the scope scim alone */
            readonly connection?: components["schemas"]["ConnectionWishDto"] | null;
        };
        readonly RotatedKeyDto: {
            /** @example ik_0000000000000000000000000a */
            readonly apiKey: string;
            /** @example SIS nightly */
            readonly label: string;
            /**
             * @example [
             *       "integration"
             *     ]
             */
            readonly scopes: readonly ("integration" | "users" | "progress" | "sync" | "workflow" | "scim")[];
            readonly rateLimit: number | null;
            /** Format: date-time */
            readonly createdAt: string;
            readonly createdBy: string | null;
            readonly createdByLabel: string | null;
            /** Format: date-time */
            readonly lastUsedAt: string | null;
            /** Format: date-time */
            readonly expiresAt: string | null;
            /** @enum {string} */
            readonly status: "active" | "expiring" | "expired" | "revoked";
            /** @description The key that replaces this one */
            readonly rotatedTo: string | null;
            /** @description null without the scope scim */
            readonly connection: components["schemas"]["ConnectionDto"] | null;
            /**
             * @description Not shown again
             * @example is_0000000000000000000000000000000000000000000
             */
            readonly apiSecret: string;
            /** @description The old key, with the time until which it works */
            readonly previous: components["schemas"]["ApiKeyDto"];
        };
        readonly RotateKeyDto: {
            /**
             * @description How many hours the old key keeps working; default 24
             * @example 24
             */
            readonly overlapHours?: number | null;
        };
        readonly PacingSettingsDto: {
            /** @example 30 */
            readonly behindAfterDays: number;
            /** @example 14 */
            readonly dueSoonDays: number;
            /** @example 30 */
            readonly aheadDays: number;
            /** @example 3 */
            readonly revisionLoopVersions: number;
        };
        readonly ThresholdDto: {
            /** @example 50 */
            readonly count: number | null;
            /** @example 5 */
            readonly percent: number | null;
        };
        readonly GuardDto: {
            /** @enum {string} */
            readonly mode: "observe" | "hold";
            readonly perRun: components["schemas"]["ThresholdDto"] | null;
            readonly perDay: components["schemas"]["ThresholdDto"] | null;
        };
        readonly SyncTargetDto: {
            /** @example SIS */
            readonly name: string;
            /**
             * @description The form types that it takes; all of them when omitted
             * @example [
             *       "degree_change"
             *     ]
             */
            readonly formTypes?: readonly string[] | null;
        };
        readonly SettingsDto: {
            /** @example Northern University */
            readonly tenantName: string;
            /** @example northern.example.edu */
            readonly emailDomain: string;
            /** @example Europe/Paris */
            readonly timeZone: string;
            /**
             * @example [
             *       "chair"
             *     ]
             */
            readonly requiredCommitteeRoles: readonly ("chair" | "content_expert" | "methodologist_technical_expert" | "member")[];
            readonly rateLimit: number | null;
            readonly pacing: components["schemas"]["PacingSettingsDto"];
            /** @example 26 */
            readonly nightlyRunHours: number;
            readonly deprovisioningGuard: components["schemas"]["GuardDto"];
            readonly syncTargets: readonly components["schemas"]["SyncTargetDto"][];
            /** @example 10 */
            readonly syncMaxAttempts: number;
        };
        readonly RedrawDto: {
            /**
             * @description Records to recalculate
             * @example 250
             */
            readonly total: number;
            /**
             * @description Records that have been recalculated
             * @example 250
             */
            readonly done: number;
            /**
             * @description Recalculated records that changed
             * @example 12
             */
            readonly changed: number;
            /**
             * Format: date-time
             * @example 2026-07-24T02:00:00.000Z
             */
            readonly startedAt: string;
            /**
             * Format: date-time
             * @description null while the recalculation runs
             * @example 2026-07-24T02:00:05.000Z
             */
            readonly finishedAt: string | null;
        };
        readonly SettingsMetaDto: {
            /** @description How far the recalculation of progress records is; null when none was needed */
            readonly redraw: components["schemas"]["RedrawDto"] | null;
            /**
             * @description Users whose de-provisioning is held, also when there is no limit any more
             * @example 0
             */
            readonly openHolds: number;
        };
        readonly ChangePacingDto: {
            readonly behindAfterDays?: number | null;
            readonly dueSoonDays?: number | null;
            readonly aheadDays?: number | null;
            readonly revisionLoopVersions?: number | null;
        };
        readonly ChangeThresholdDto: {
            /**
             * @description Number of users; null is no limit
             * @example 50
             */
            readonly count?: number | null;
            /**
             * @description Percentage of the users who were active at the beginning; null is no limit
             * @example 5
             */
            readonly percent?: number | null;
        };
        readonly ChangeGuardDto: {
            /**
             * @description Beyond a limit: warn, or hold the request until an administrator decides
             * @example observe
             * @enum {string|null}
             */
            readonly mode?: "observe" | "hold" | null;
            /** @description Of one run within 24 hours; null is no limit */
            readonly perRun?: components["schemas"]["ChangeThresholdDto"] | null;
            /** @description Of all calls within 24 hours; null is no limit */
            readonly perDay?: components["schemas"]["ChangeThresholdDto"] | null;
        };
        readonly ChangeSettingsDto: {
            /** @description The default of a user's domain; it cannot be cleared */
            readonly emailDomain?: string | null;
            /** @example Europe/Paris */
            readonly timeZone?: string | null;
            readonly requiredCommitteeRoles?: readonly ("chair" | "content_expert" | "methodologist_technical_expert" | "member")[] | null;
            /** @description Requests per minute of all keys together, in addition to limits of single keys; null is no limit */
            readonly rateLimit?: number | null;
            readonly pacing?: components["schemas"]["ChangePacingDto"] | null;
            /** @description The overview warns when the last successful nightly run is older */
            readonly nightlyRunHours?: number | null;
            /** @description How many users the callers of the API may de-provision */
            readonly deprovisioningGuard?: components["schemas"]["ChangeGuardDto"] | null;
            /** @description The systems that submissions are carried to, each by an item of the sync queue of its own; the whole list. Holds for what is queued from now on */
            readonly syncTargets?: readonly components["schemas"]["SyncTargetDto"][];
            /** @description After so many attempts that no connector reports about, an item of the sync queue has failed */
            readonly syncMaxAttempts?: number | null;
        };
        readonly AdministratorDto: {
            /** @example 951000001 */
            readonly userId: string;
            /** @example registrar@northern.example.edu */
            readonly email: string;
            /** @example Ann */
            readonly firstName: string;
            /** @example Lee */
            readonly lastName: string;
            /** @enum {string} */
            readonly accountStatus: "active" | "inactive";
            /**
             * @description Without a password the user logs in by single sign-on only
             * @example true
             */
            readonly hasPassword: boolean;
            /**
             * Format: date-time
             * @description The last request of a session that is still open, to the minute
             */
            readonly lastSeenAt: string | null;
        };
        readonly PendingInvitationDto: {
            /** @example 951000001 */
            readonly userId: string;
            /** @example registrar@northern.example.edu */
            readonly email: string;
            /** @example Ann */
            readonly firstName: string;
            /** @example Lee */
            readonly lastName: string;
            /** @example terminal */
            readonly invitedBy: string;
            /** @example terminal */
            readonly invitedByLabel: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly IssuedInvitationDto: {
            /** @example 951000001 */
            readonly userId: string;
            /** @example registrar@northern.example.edu */
            readonly email: string;
            /**
             * @description Can be used once; is not shown again
             * @example https://api.example.edu/admin/#/invitation?token=0000000000000000000000000000000000000000000
             */
            readonly link: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly InviteDto: {
            /**
             * Format: email
             * @example registrar@northern.example.edu
             */
            readonly email: string;
            /** @description Only for a person without an account */
            readonly firstName?: string | null;
            readonly lastName?: string | null;
        };
        readonly AuditEventDto: {
            /** @example 4711 */
            readonly id: string;
            /** Format: date-time */
            readonly at: string;
            /** @example admin:951000001 */
            readonly actor: string;
            /** @example Ann Lee */
            readonly actorLabel: string;
            /** @example user.status-changed */
            readonly action: string;
            /** @example user:950000001 */
            readonly target: string;
            /** @description The changed values before the action */
            readonly before: {
                readonly [key: string]: unknown;
            } | null;
            /** @description The changed values after the action */
            readonly after: {
                readonly [key: string]: unknown;
            } | null;
            readonly address: string | null;
            readonly requestId: string;
        };
        readonly DiscrepancyRowDto: {
            /** @example 12 */
            readonly id: string;
            /**
             * @description The record field
             * @example degree
             */
            readonly field: string;
            /**
             * @description The form field that is mapped to it
             * @example degree
             */
            readonly formField: string;
            readonly submitted: string;
            readonly recorded: string | null;
            /** @enum {string|null} */
            readonly resolution: "accept_submitted" | "keep_record" | "dismiss" | null;
            readonly note: string | null;
            readonly resolvedBy: string | null;
            /** Format: date-time */
            readonly resolvedAt: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** @example sub-77 */
            readonly submissionId: string;
            /** @example degree_change */
            readonly formType: string;
            /** @example 950000001 */
            readonly studentId: string;
            readonly studentName: string | null;
            /** @enum {string} */
            readonly status: "open" | "resolved";
            readonly resolvedByLabel: string | null;
        };
        readonly ResolvedDto: {
            /** @example 12 */
            readonly id: string;
            /** @example true */
            readonly ok: boolean;
            /** @description When ok is true */
            readonly discrepancy?: components["schemas"]["DiscrepancyRowDto"];
            /**
             * @description When ok is false
             * @enum {string}
             */
            readonly code?: "VALIDATION_FAILED" | "MALFORMED_JSON" | "MISSING_CREDENTIALS" | "INVALID_CREDENTIALS" | "INSUFFICIENT_SCOPE" | "TENANT_SUSPENDED" | "USER_NOT_FOUND" | "SUBMISSION_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDENTITY_CONFLICT" | "INVALID_TRANSITION" | "LEASE_LOST" | "IDEMPOTENCY_CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
            /** @description When ok is false */
            readonly message?: string;
        };
        readonly ResolveSelectionDto: {
            /**
             * @example accept_submitted
             * @enum {string}
             */
            readonly resolution: "accept_submitted" | "keep_record" | "dismiss";
            readonly note?: string | null;
            /**
             * @example [
             *       "12"
             *     ]
             */
            readonly ids: readonly string[];
        };
        readonly HoldRowDto: {
            /** @example hd_00112233445566778899aabbcc */
            readonly id: string;
            /** @example 950000001 */
            readonly userId: string;
            /**
             * @description What was asked for
             * @enum {string}
             */
            readonly accountStatus: "active" | "inactive";
            /**
             * @description withdrawn: a later call said that the person is active
             * @enum {string}
             */
            readonly status: "held" | "released" | "rejected" | "withdrawn";
            /** @description The run of the SIS that asked */
            readonly run: string | null;
            /** Format: date-time */
            readonly requestedAt: string;
            /** Format: date-time */
            readonly decidedAt: string | null;
            /** @example Ann Lee */
            readonly userName: string | null;
            /** @example key:ik_0000000000000000000000000a */
            readonly actor: string;
            /** @example SIS nightly */
            readonly actorLabel: string;
            readonly requestId: string;
            /** @example admin:951000001 */
            readonly decidedBy: string | null;
            /** @example Bo Cruz */
            readonly decidedByLabel: string | null;
        };
        readonly HeldRunDto: {
            /** @description null: calls without a run */
            readonly run: string | null;
            /** @example 312 */
            readonly people: number;
            /**
             * Format: date-time
             * @description When the oldest of these holds began
             */
            readonly since: string;
        };
        readonly DecidedDto: {
            /** @example hd_00112233445566778899aabbcc */
            readonly id: string;
            /** @example true */
            readonly ok: boolean;
            /** @description When ok is true */
            readonly hold?: components["schemas"]["HoldRowDto"];
            /**
             * @description When ok is false
             * @enum {string}
             */
            readonly code?: "VALIDATION_FAILED" | "MALFORMED_JSON" | "MISSING_CREDENTIALS" | "INVALID_CREDENTIALS" | "INSUFFICIENT_SCOPE" | "TENANT_SUSPENDED" | "USER_NOT_FOUND" | "SUBMISSION_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDENTITY_CONFLICT" | "INVALID_TRANSITION" | "LEASE_LOST" | "IDEMPOTENCY_CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
            /** @description When ok is false */
            readonly message?: string;
        };
        readonly DecideSelectionDto: {
            /**
             * @example reject
             * @enum {string}
             */
            readonly decision: "release" | "reject";
            /**
             * @example [
             *       "hd_00112233445566778899aabbcc"
             *     ]
             */
            readonly ids: readonly string[];
        };
        readonly DecidedRunDto: {
            /** @example 312 */
            readonly decided: number;
            /**
             * @description Holds of this run that are still open; that of your own account is left to another administrator
             * @example 0
             */
            readonly remaining: number;
        };
        readonly DecideRunDto: {
            /**
             * @example reject
             * @enum {string}
             */
            readonly decision: "release" | "reject";
            /**
             * @description Omitted: the holds of calls without a run
             * @example nightly-2026-09-01
             */
            readonly run?: string;
        };
        readonly FieldLinkDto: {
            /** @example Degree sought */
            readonly formField: string;
            /**
             * @description A record field; see meta.recordFields
             * @example degree
             */
            readonly target: string;
        };
        readonly MappingDto: {
            /** @example degree_change */
            readonly formType: string;
            readonly links: readonly components["schemas"]["FieldLinkDto"][];
            /** @description Whether the tenant has set nothing for this form type */
            readonly isDefault: boolean;
        };
        readonly MappingListMetaDto: {
            /**
             * @description On all pages together
             * @example 1
             */
            readonly total: number;
            /** @example 1 */
            readonly page: number;
            /** @example 25 */
            readonly perPage: number;
            /** @description The record fields to which a form field can be linked */
            readonly recordFields: readonly ("email" | "firstName" | "lastName" | "middleInitial" | "name" | "legacyNumber" | "schoolProgram" | "programId" | "degree" | "role" | "genderPronoun" | "monthOfEntry" | "yearOfEntry" | "monthOfGraduation" | "yearOfGraduation")[];
            /** @description For form types without a mapping */
            readonly defaultLinks: readonly components["schemas"]["FieldLinkDto"][];
        };
        readonly MappingMetaDto: {
            /** @description The record fields to which a form field can be linked */
            readonly recordFields: readonly ("email" | "firstName" | "lastName" | "middleInitial" | "name" | "legacyNumber" | "schoolProgram" | "programId" | "degree" | "role" | "genderPronoun" | "monthOfEntry" | "yearOfEntry" | "monthOfGraduation" | "yearOfGraduation")[];
            /** @description For form types without a mapping */
            readonly defaultLinks: readonly components["schemas"]["FieldLinkDto"][];
        };
        readonly PutMappingDto: {
            readonly links: readonly components["schemas"]["FieldLinkDto"][];
        };
        readonly DissertationHeadDto: {
            readonly title: string | null;
            /** @enum {string} */
            readonly status: "not_started" | "in_progress" | "on_hold" | "under_review" | "defended" | "completed" | "withdrawn";
        };
        readonly ProgressRowDto: {
            /** @example 950000001 */
            readonly studentId: string;
            readonly legacyNumber: string | null;
            readonly email: string;
            readonly firstName: string;
            readonly lastName: string;
            /** @enum {string} */
            readonly accountStatus: "active" | "inactive";
            readonly schoolProgram: string | null;
            readonly programId: string | null;
            /** Format: date-time */
            readonly changedAt: string;
            readonly pacing: components["schemas"]["PacingDto"];
            readonly dissertation: components["schemas"]["DissertationHeadDto"];
        };
        readonly QueueRowDto: {
            /** @example sub-77 */
            readonly submissionId: string;
            readonly formType: string;
            readonly studentId: string;
            /** @enum {string} */
            readonly submissionStatus: "draft" | "submitted" | "in_review" | "returned" | "approved" | "rejected" | "closed";
            /** @enum {string} */
            readonly syncStatus: "not_queued" | "queued" | "processing" | "sent" | "failed";
            readonly targetSystem: string | null;
            readonly lastError: string | null;
            readonly attempts: number;
            /** Format: date-time */
            readonly queuedAt: string | null;
            /** Format: date-time */
            readonly lastTransitionAt: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
            readonly studentName: string | null;
        };
        readonly QueueMetaDto: {
            /**
             * @description On all pages together
             * @example 1
             */
            readonly total: number;
            /** @example 1 */
            readonly page: number;
            /** @example 25 */
            readonly perPage: number;
            /** @description Of the tenant, with any filter */
            readonly totals: {
                /** @example 0 */
                readonly not_queued: number;
                /** @example 0 */
                readonly queued: number;
                /** @example 0 */
                readonly processing: number;
                /** @example 0 */
                readonly sent: number;
                /** @example 0 */
                readonly failed: number;
            };
        };
        readonly ReplayedDto: {
            /** @example sub-77 */
            readonly submissionId: string;
            /**
             * @description Of an item that named one
             * @example SIS
             */
            readonly targetSystem?: string;
            /** @example true */
            readonly ok: boolean;
            /** @description When ok is true */
            readonly item?: components["schemas"]["SyncItemDto"];
            /** @description When ok is true and there are any */
            readonly warnings?: readonly Record<string, never>[];
            /**
             * @description When ok is false
             * @enum {string}
             */
            readonly code?: "VALIDATION_FAILED" | "MALFORMED_JSON" | "MISSING_CREDENTIALS" | "INVALID_CREDENTIALS" | "INSUFFICIENT_SCOPE" | "TENANT_SUSPENDED" | "USER_NOT_FOUND" | "SUBMISSION_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDENTITY_CONFLICT" | "INVALID_TRANSITION" | "LEASE_LOST" | "IDEMPOTENCY_CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
            /** @description When ok is false */
            readonly message?: string;
        };
        readonly ReplayItemDto: {
            /** @example sub-77 */
            readonly submissionId: string;
            /**
             * @description Which item, where the submission has several; omitted: unchanged
             * @example SIS
             */
            readonly targetSystem?: string | null;
        };
        readonly ReplaySelectionDto: {
            /**
             * @example [
             *       "sub-77"
             *     ]
             */
            readonly submissionIds?: readonly string[];
            /** @description Beside submissionIds or instead, where submissions have an item for each of several targets */
            readonly items?: readonly components["schemas"]["ReplayItemDto"][];
            /**
             * @description Of items that name none; omitted: unchanged
             * @example SIS
             */
            readonly targetSystem?: string | null;
        };
        readonly QueueStepDto: {
            /** @enum {string} */
            readonly from: "not_queued" | "queued" | "processing" | "sent" | "failed";
            /** @enum {string} */
            readonly to: "not_queued" | "queued" | "processing" | "sent" | "failed";
            /** @enum {string} */
            readonly cause: "approved" | "closed" | "discrepancies_resolved" | "replay" | "ack" | "claimed" | "released" | "lease_expired" | "attempts_exhausted" | "content_changed";
            readonly targetSystem: string | null;
            readonly lastError: string | null;
            readonly actor: string;
            readonly requestId: string;
            /** Format: date-time */
            readonly at: string;
            readonly actorLabel: string;
        };
        readonly RowCountsDto: {
            /** @example 12 */
            readonly inserted: number;
            /** @example 3 */
            readonly updated: number;
            /** @example 9985 */
            readonly unchanged: number;
            /** @example 0 */
            readonly failed: number;
        };
        readonly RequestRowDto: {
            /** @example 4711 */
            readonly id: string;
            /**
             * Format: date-time
             * @description When it arrived
             */
            readonly at: string;
            /** @example POST */
            readonly method: string;
            /**
             * @description Without the values of query parameters
             * @example /api/v1/integration/users/bulk?dryRun
             */
            readonly path: string;
            /** @example /api/v1/integration/users/bulk */
            readonly route: string;
            /** @example 200 */
            readonly status: number;
            /** @example 412 */
            readonly ms: number;
            /** @example key:ik_0000000000000000000000000a */
            readonly actor: string;
            /** @example SIS nightly */
            readonly actorLabel: string;
            /** @example 192.0.2.44 */
            readonly address: string;
            /** @example nightly-2026-11-20.1 */
            readonly requestId: string;
            /** @description Of a refusal; INCOMPLETE when the answer was cut short */
            readonly code: string | null;
            /** @description When people were posted */
            readonly counts: components["schemas"]["RowCountsDto"] | null;
        };
        readonly RequestDto: {
            /** @example 4711 */
            readonly id: string;
            /**
             * Format: date-time
             * @description When it arrived
             */
            readonly at: string;
            /** @example POST */
            readonly method: string;
            /**
             * @description Without the values of query parameters
             * @example /api/v1/integration/users/bulk?dryRun
             */
            readonly path: string;
            /** @example /api/v1/integration/users/bulk */
            readonly route: string;
            /** @example 200 */
            readonly status: number;
            /** @example 412 */
            readonly ms: number;
            /** @example key:ik_0000000000000000000000000a */
            readonly actor: string;
            /** @example SIS nightly */
            readonly actorLabel: string;
            /** @example 192.0.2.44 */
            readonly address: string;
            /** @example nightly-2026-11-20.1 */
            readonly requestId: string;
            /** @description Of a refusal; INCOMPLETE when the answer was cut short */
            readonly code: string | null;
            /** @description When people were posted */
            readonly counts: components["schemas"]["RowCountsDto"] | null;
            /**
             * @description Of a failure: names and shapes as sent, and ••• with its length for every text
             * @example null
             */
            readonly body: (string | number | boolean | readonly unknown[] | {
                readonly [key: string]: unknown;
            }) | null;
            /** @description Of a failure: code, message or failing fields; of a bulk call its first failing lines */
            readonly answer: {
                readonly [key: string]: unknown;
            } | null;
        };
        readonly ProvisioningDayDto: {
            /** @example 12 */
            readonly inserted: number;
            /** @example 3 */
            readonly updated: number;
            /** @example 9985 */
            readonly unchanged: number;
            /** @example 0 */
            readonly failed: number;
            /**
             * Format: date
             * @description By the tenant's calendar
             */
            readonly day: string;
        };
        readonly LastRunDto: {
            /** Format: date-time */
            readonly at: string;
            /** @example key:ik_0000000000000000000000000a */
            readonly actor: string;
            /** @example SIS nightly */
            readonly actorLabel: string;
            readonly counts: components["schemas"]["RowCountsDto"];
        };
        readonly OverviewDto: {
            readonly queue: {
                /** @example 0 */
                readonly not_queued: number;
                /** @example 0 */
                readonly queued: number;
                /** @example 0 */
                readonly processing: number;
                /** @example 0 */
                readonly sent: number;
                /** @example 0 */
                readonly failed: number;
            };
            /** @description The oldest day first */
            readonly provisioning: readonly components["schemas"]["ProvisioningDayDto"][];
            readonly pacing: {
                /** @example 0 */
                readonly not_started: number;
                /** @example 0 */
                readonly ahead: number;
                /** @example 0 */
                readonly on_track: number;
                /** @example 0 */
                readonly at_risk: number;
                /** @example 0 */
                readonly behind: number;
                /** @example 0 */
                readonly paused: number;
                /** @example 0 */
                readonly completed: number;
            };
            /** @description Up to a minute old */
            readonly people: {
                /** @example 0 */
                readonly Student: number;
                /** @example 0 */
                readonly Faculty: number;
                /** @example 0 */
                readonly Staff: number;
                /** @example 0 */
                readonly inactive: number;
            };
            /** @example 0 */
            readonly openDiscrepancies: number;
            /**
             * @description Held de-provisionings that an administrator must decide
             * @example 0
             */
            readonly heldDeprovisionings: number;
            /**
             * @description API keys that expire within 14 days
             * @example 0
             */
            readonly keysExpiring: number;
            /** @description The last successful bulk upload of people */
            readonly lastRun: components["schemas"]["LastRunDto"] | null;
            /**
             * @description The last run is older than nightlyRunHours
             * @example false
             */
            readonly nightlyRunIsLate: boolean;
            /** @example 26 */
            readonly nightlyRunHours: number;
        };
        readonly ProgramDto: {
            /** @example edd-leadership */
            readonly programId: string;
            /** @example Doctor of Education in Leadership */
            readonly name: string;
        };
        readonly TemplateMilestoneDto: {
            /** @example proposal_defense */
            readonly code: string;
            /** @example Proposal defence */
            readonly name: string;
            /** @example 80 */
            readonly sequence: number;
            readonly required: boolean;
        };
        readonly TemplateDto: {
            /** @description null: all programs without a template of their own */
            readonly programId: string | null;
            readonly programName: string | null;
            readonly milestones: readonly components["schemas"]["TemplateMilestoneDto"][];
            /** @description True when no template is set here, and that of the tenant or the built-in one applies */
            readonly isDefault: boolean;
        };
        readonly TemplateFileDto: {
            readonly milestones: readonly components["schemas"]["TemplateMilestoneDto"][];
        };
        readonly UserRowDto: {
            /** @example 950000001 */
            readonly id: string;
            /** @example ann.lee@northern.example.edu */
            readonly email: string;
            /** @example Ann */
            readonly firstName: string;
            /** @example Lee */
            readonly lastName: string;
            /** @enum {string} */
            readonly accountType: "Student" | "Faculty" | "Staff";
            /** @enum {string} */
            readonly accountStatus: "active" | "inactive";
            /** @example S-77 */
            readonly legacyNumber: string | null;
            /** @example Ann Lee */
            readonly name: string;
            /** @example student */
            readonly role: string;
            readonly schoolProgram: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
        };
        readonly AccountStatusDto: {
            /**
             * @example inactive
             * @enum {string}
             */
            readonly accountStatus: "active" | "inactive";
        };
        readonly FieldChangeDto: {
            /** @example facultyProfile.leaveUntil */
            readonly field: string;
            /**
             * @description What it was
             * @example null
             */
            readonly before: (string | number | boolean | readonly unknown[] | {
                readonly [key: string]: unknown;
            }) | null;
            /**
             * @description What it is since
             * @example 2027-01-31
             */
            readonly after: (string | number | boolean | readonly unknown[] | {
                readonly [key: string]: unknown;
            }) | null;
        };
        readonly UserChangeDto: {
            /** @example 17 */
            readonly id: string;
            /** Format: date-time */
            readonly at: string;
            /** @enum {string} */
            readonly kind: "inserted" | "updated";
            /** @example admin:951000001 */
            readonly actor: string;
            /** @example Ann Lee */
            readonly actorLabel: string;
            readonly requestId: string;
            /** @description The run of the SIS that it belongs to */
            readonly run: string | null;
            /** @description Empty for a new user. null means not set: the default applies, if there is one */
            readonly fields: readonly components["schemas"]["FieldChangeDto"][];
        };
        readonly Failure: {
            /** @enum {boolean} */
            readonly success: false;
            readonly message: string;
            readonly error: {
                /** @enum {string} */
                readonly code: "VALIDATION_FAILED" | "MALFORMED_JSON" | "MISSING_CREDENTIALS" | "INVALID_CREDENTIALS" | "INSUFFICIENT_SCOPE" | "TENANT_SUSPENDED" | "USER_NOT_FOUND" | "SUBMISSION_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDENTITY_CONFLICT" | "INVALID_TRANSITION" | "LEASE_LOST" | "IDEMPOTENCY_CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                readonly details?: readonly {
                    readonly field: string;
                    readonly code: string;
                    readonly message: string;
                }[];
            };
            readonly requestId: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type PresentedFacultyProfileDto = components['schemas']['PresentedFacultyProfileDto'];
export type UserDto = components['schemas']['UserDto'];
export type VersionDto = components['schemas']['VersionDto'];
export type DissertationDto = components['schemas']['DissertationDto'];
export type MilestoneDto = components['schemas']['MilestoneDto'];
export type NextMilestoneDto = components['schemas']['NextMilestoneDto'];
export type PacingDto = components['schemas']['PacingDto'];
export type MemberDto = components['schemas']['MemberDto'];
export type CommitteeDto = components['schemas']['CommitteeDto'];
export type ProgressRecordDto = components['schemas']['ProgressRecordDto'];
export type SyncItemDto = components['schemas']['SyncItemDto'];
export type EnvelopeDto = components['schemas']['EnvelopeDto'];
export type ConnectorDto = components['schemas']['ConnectorDto'];
export type SessionDto = components['schemas']['SessionDto'];
export type LoginDto = components['schemas']['LoginDto'];
export type InviteeDto = components['schemas']['InviteeDto'];
export type InvitationTokenDto = components['schemas']['InvitationTokenDto'];
export type AcceptInvitationDto = components['schemas']['AcceptInvitationDto'];
export type ConnectionDto = components['schemas']['ConnectionDto'];
export type ApiKeyDto = components['schemas']['ApiKeyDto'];
export type IssuedKeyDto = components['schemas']['IssuedKeyDto'];
export type ConnectionWishDto = components['schemas']['ConnectionWishDto'];
export type CreateKeyDto = components['schemas']['CreateKeyDto'];
export type RotatedKeyDto = components['schemas']['RotatedKeyDto'];
export type RotateKeyDto = components['schemas']['RotateKeyDto'];
export type PacingSettingsDto = components['schemas']['PacingSettingsDto'];
export type ThresholdDto = components['schemas']['ThresholdDto'];
export type GuardDto = components['schemas']['GuardDto'];
export type SyncTargetDto = components['schemas']['SyncTargetDto'];
export type SettingsDto = components['schemas']['SettingsDto'];
export type RedrawDto = components['schemas']['RedrawDto'];
export type SettingsMetaDto = components['schemas']['SettingsMetaDto'];
export type ChangePacingDto = components['schemas']['ChangePacingDto'];
export type ChangeThresholdDto = components['schemas']['ChangeThresholdDto'];
export type ChangeGuardDto = components['schemas']['ChangeGuardDto'];
export type ChangeSettingsDto = components['schemas']['ChangeSettingsDto'];
export type AdministratorDto = components['schemas']['AdministratorDto'];
export type PendingInvitationDto = components['schemas']['PendingInvitationDto'];
export type IssuedInvitationDto = components['schemas']['IssuedInvitationDto'];
export type InviteDto = components['schemas']['InviteDto'];
export type AuditEventDto = components['schemas']['AuditEventDto'];
export type DiscrepancyRowDto = components['schemas']['DiscrepancyRowDto'];
export type ResolvedDto = components['schemas']['ResolvedDto'];
export type ResolveSelectionDto = components['schemas']['ResolveSelectionDto'];
export type HoldRowDto = components['schemas']['HoldRowDto'];
export type HeldRunDto = components['schemas']['HeldRunDto'];
export type DecidedDto = components['schemas']['DecidedDto'];
export type DecideSelectionDto = components['schemas']['DecideSelectionDto'];
export type DecidedRunDto = components['schemas']['DecidedRunDto'];
export type DecideRunDto = components['schemas']['DecideRunDto'];
export type FieldLinkDto = components['schemas']['FieldLinkDto'];
export type MappingDto = components['schemas']['MappingDto'];
export type MappingListMetaDto = components['schemas']['MappingListMetaDto'];
export type MappingMetaDto = components['schemas']['MappingMetaDto'];
export type PutMappingDto = components['schemas']['PutMappingDto'];
export type DissertationHeadDto = components['schemas']['DissertationHeadDto'];
export type ProgressRowDto = components['schemas']['ProgressRowDto'];
export type QueueRowDto = components['schemas']['QueueRowDto'];
export type QueueMetaDto = components['schemas']['QueueMetaDto'];
export type ReplayedDto = components['schemas']['ReplayedDto'];
export type ReplayItemDto = components['schemas']['ReplayItemDto'];
export type ReplaySelectionDto = components['schemas']['ReplaySelectionDto'];
export type QueueStepDto = components['schemas']['QueueStepDto'];
export type RowCountsDto = components['schemas']['RowCountsDto'];
export type RequestRowDto = components['schemas']['RequestRowDto'];
export type RequestDto = components['schemas']['RequestDto'];
export type ProvisioningDayDto = components['schemas']['ProvisioningDayDto'];
export type LastRunDto = components['schemas']['LastRunDto'];
export type OverviewDto = components['schemas']['OverviewDto'];
export type ProgramDto = components['schemas']['ProgramDto'];
export type TemplateMilestoneDto = components['schemas']['TemplateMilestoneDto'];
export type TemplateDto = components['schemas']['TemplateDto'];
export type TemplateFileDto = components['schemas']['TemplateFileDto'];
export type UserRowDto = components['schemas']['UserRowDto'];
export type AccountStatusDto = components['schemas']['AccountStatusDto'];
export type FieldChangeDto = components['schemas']['FieldChangeDto'];
export type UserChangeDto = components['schemas']['UserChangeDto'];
export type Failure = components['schemas']['Failure'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
