// Written by npm run api-types from the OpenAPI document of the service; not to be edited.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly CommitteeImpactDto: {
            /**
             * @description Students who lose a member of their committee
             * @example 4
             */
            readonly students: number;
            /**
             * @description Of these, the ones who lose their chair
             * @example 1
             */
            readonly chairs: number;
        };
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
        readonly AwaitedSourceDto: {
            /**
             * @description What the source sent before; null means not set
             * @example Lee
             */
            readonly sourceValue: (string | number | boolean | readonly unknown[] | {
                readonly [key: string]: unknown;
            }) | null;
            /**
             * @description Whose confirmation ends it: feed for all callers but connections, the id of a connection, or null for any caller
             * @example feed
             */
            readonly source: string | null;
            /** @enum {string} */
            readonly cause: "administrator" | "submission";
            /** @example admin:951000001 */
            readonly approvedBy: string;
            /** @example sub-77 */
            readonly submissionId: string | null;
            /** Format: date-time */
            readonly since: string;
            /**
             * Format: date-time
             * @description Until when the former value is not applied; null where the tenant does not wait
             */
            readonly until: string | null;
        };
        readonly ProvenanceDto: {
            /** @enum {string} */
            readonly kind: "credential" | "connection" | "administrator" | "submission" | "terminal" | "service" | "unknown";
            /** @example key:ik_0123456789abcdefghjkmnpqrs */
            readonly actor: string | null;
            /** @description Of kind connection: its id */
            readonly connectionId: string | null;
            /** @description Of kind submission: the accepted one */
            readonly submissionId: string | null;
            /** @example nightly-2026-09-01 */
            readonly run: string | null;
            readonly requestId: string | null;
            /** Format: date-time */
            readonly at: string | null;
            readonly awaitingSource: components["schemas"]["AwaitedSourceDto"] | null;
        };
        readonly KeepActiveDto: {
            /**
             * Format: date
             * @description The last day, in the time zone of the university
             */
            readonly until: string;
            /** Format: date-time */
            readonly since: string;
            /** @example admin:951000001 */
            readonly actor: string;
        };
        readonly UserWithProvenanceDto: {
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
            /** @description Who set each field last, by its name, such as facultyProfile.leaveUntil */
            readonly provenance: {
                readonly [key: string]: components["schemas"]["ProvenanceDto"];
            };
            /** @description The decision of an administrator to keep the person active, while it holds */
            readonly keepActive: components["schemas"]["KeepActiveDto"] | null;
        };
        readonly RunWorkflowDto: {
            /** @description calls that write progress, submissions or decisions */
            readonly calls: number;
            /** @description parts of records, submissions, moves and decisions in them; of an upload its lines */
            readonly received: number;
            /** @description of the received */
            readonly changed: number;
            /** @description of the received */
            readonly unchanged: number;
            /** @description of the received: refused */
            readonly failed: number;
            /** @description people whom accepted discrepancies changed; they are not counted in `updated`, and an undo puts them back */
            readonly peopleUpdated: number;
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
        readonly OpenSeatDto: {
            /** @example PHD-EDU */
            readonly programId: string | null;
            /** @example 950000001 */
            readonly studentId: string;
            /** @example S-77 */
            readonly studentLegacyNumber: string | null;
            /** @example Ann Lee */
            readonly studentName: string;
            /** @enum {string} */
            readonly role: "chair" | "content_expert" | "methodologist_technical_expert" | "member";
            /**
             * @description Who has left
             * @example 951000001
             */
            readonly facultyId: string;
            /** @example Bo Cruz */
            readonly facultyName: string;
            /**
             * Format: date-time
             * @description When they became inactive; null for a person who was never active
             */
            readonly leftAt: string | null;
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
        readonly BulkReplayedDto: {
            /**
             * @description Items that fit, beyond the limit as well
             * @example 3
             */
            readonly matched: number;
            /**
             * @description Items that were queued, or would be in a dry run; at most 10000
             * @example 2
             */
            readonly queued: number;
            /**
             * @description Items that were left out because their submission has unresolved discrepancies
             * @example 1
             */
            readonly undecided: number;
            /** @description The first of the queued items, at most 10 */
            readonly sample: readonly components["schemas"]["SyncItemDto"][];
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
        readonly PasskeyAnswerDto: {
            /**
             * @description The id of the PublicKeyCredential
             * @example bm90IGEgcmVhbCBhbnN3ZXI
             */
            readonly credential: string;
            /**
             * @description Its response.clientDataJSON
             * @example bm90IGEgcmVhbCBhbnN3ZXI
             */
            readonly clientData: string;
            /**
             * @description Its response.authenticatorData
             * @example bm90IGEgcmVhbCBhbnN3ZXI
             */
            readonly authenticatorData: string;
            /**
             * @description Its response.signature
             * @example bm90IGEgcmVhbCBhbnN3ZXI
             */
            readonly signature: string;
        };
        readonly LoginDto: {
            /** Format: email */
            readonly email: string;
            /** Format: password */
            readonly password: string;
            /** @description Needed only when the address is known to several tenants */
            readonly tenantId?: string | null;
            /** @description Of the authenticator app, or a recovery code; when the account needs a second factor */
            readonly code?: string | null;
            /** @description Instead of a code; when the account needs a second factor */
            readonly passkey?: components["schemas"]["PasskeyAnswerDto"] | null;
        };
        readonly PasskeyOptionsDto: {
            /**
             * @description For PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON; the challenge works once, for five minutes
             * @example {
             *       "challenge": "bm90IGEgcmVhbCBhbnN3ZXI",
             *       "timeout": 300000
             *     }
             */
            readonly options: {
                readonly [key: string]: unknown;
            };
        };
        readonly CredentialsDto: {
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
            /** @description Of the authenticator app, or a recovery code; when the account needs a second factor */
            readonly code?: string | null;
            /** @description Instead of a code; when the account needs a second factor */
            readonly passkey?: components["schemas"]["PasskeyAnswerDto"] | null;
            /** Format: password */
            readonly password: string;
        };
        readonly PasskeyDto: {
            /** @example AAAAAAAAAAAAAAAA */
            readonly passkeyId: string;
            /** @example Phone */
            readonly name: string;
            /** Format: date-time */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Null: not used yet
             */
            readonly lastUsedAt: string | null;
        };
        readonly AccountDto: {
            /** @description Without a password the account logs in by single sign-on only */
            readonly hasPassword: boolean;
            /** @description Whether it has an authenticator app */
            readonly hasApp: boolean;
            /** @example 10 */
            readonly recoveryCodesLeft: number;
            /** @description The oldest first */
            readonly passkeys: readonly components["schemas"]["PasskeyDto"][];
        };
        readonly ChangePasswordDto: {
            /** Format: password */
            readonly currentPassword: string;
            /** Format: password */
            readonly password: string;
        };
        readonly OwnSessionDto: {
            /** @example AAAAAAAAAAAAAAAA */
            readonly sessionId: string;
            /** @example 192.0.2.44 */
            readonly address: string;
            /** Format: date-time */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description To the minute
             */
            readonly lastSeenAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            /** @description Whether it is the session of this request */
            readonly isCurrent: boolean;
        };
        readonly AppSetUpDto: {
            /**
             * @description For an app that cannot read the QR code; base 32
             * @example JBSWY3DPEHPK3PXP
             */
            readonly secret: string;
            /**
             * @description For the QR code
             * @example otpauth://totp/Integration%20administration
             */
            readonly address: string;
        };
        readonly ProofDto: {
            /** Format: password */
            readonly currentPassword: string;
            /**
             * @description Of the app, or a recovery code
             * @example 123456
             */
            readonly code?: string | null;
            /** @description Instead of a code */
            readonly passkey?: components["schemas"]["PasskeyAnswerDto"] | null;
        };
        readonly RecoveryCodesDto: {
            /** @description Each works once; not shown again */
            readonly recoveryCodes: readonly string[];
        };
        readonly ConfirmSecondFactorDto: {
            /**
             * @description The code that the app shows now
             * @example 123456
             */
            readonly code: string;
        };
        readonly NewPasskeyDto: {
            /**
             * @description As the list shows it
             * @example Phone
             */
            readonly name: string;
            /**
             * @description The id of the PublicKeyCredential
             * @example bm90IGEgcmVhbCBhbnN3ZXI
             */
            readonly credential: string;
            /**
             * @description Its response.clientDataJSON
             * @example bm90IGEgcmVhbCBhbnN3ZXI
             */
            readonly clientData: string;
            /**
             * @description Its response.attestationObject
             * @example bm90IGEgcmVhbCBhbnN3ZXI
             */
            readonly attestation: string;
            /** @description What response.getTransports() says, as far as it is listed here */
            readonly transports?: readonly ("ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[] | null;
        };
        readonly OfferingTenantDto: {
            readonly tenantId: string;
            /** @example Northern University */
            readonly tenantName: string;
        };
        readonly FindSignOnDto: {
            /** Format: email */
            readonly email: string;
        };
        readonly SignOnStateDto: {
            /** @enum {string} */
            readonly provider: "entra" | "okta" | "google" | "openid";
            /** @example https://login.example.edu */
            readonly issuer: string;
            /** @example integration */
            readonly clientId: string;
            /** Format: date-time */
            readonly changedAt: string;
        };
        readonly SignOnDraftDto: {
            /** @enum {string} */
            readonly provider: "entra" | "okta" | "google" | "openid";
            /** @example https://login.example.edu */
            readonly issuer: string;
            /** @example integration */
            readonly clientId: string;
            /** Format: date-time */
            readonly changedAt: string;
            /**
             * Format: date-time
             * @description When a test last came back from the provider
             */
            readonly testedAt: string | null;
            /** @description Of the user whom the test found */
            readonly testedEmail: string | null;
            /** @description Why the test failed; null after one that succeeded */
            readonly testProblem: string | null;
        };
        readonly SignOnSetUpDto: {
            /** @description The provider must know it */
            readonly redirectUri: string;
            /** @description People with addresses of this domain are sent to the provider */
            readonly emailDomain: string;
            /** @description null: single sign-on is off */
            readonly active: components["schemas"]["SignOnStateDto"] | null;
            /** @description What is being set up */
            readonly draft: components["schemas"]["SignOnDraftDto"] | null;
        };
        readonly SignOnWishDto: {
            /**
             * @description Which steps the pages show
             * @example openid
             * @enum {string}
             */
            readonly provider: "entra" | "okta" | "google" | "openid";
            /** @example https://login.example.edu */
            readonly issuer: string;
            /** @example integration */
            readonly clientId: string;
            /** @description Omitted: the one that was given for the same issuer and client before */
            readonly clientSecret?: string | null;
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
            readonly scopes: readonly ("integration" | "users" | "progress" | "sync" | "workflow" | "scim" | "sandbox")[];
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
        readonly KeyDayDto: {
            /**
             * Format: date
             * @description A day of the tenant's calendar
             */
            readonly day: string;
            /**
             * @description With the right secret, refused ones included
             * @example 412
             */
            readonly calls: number;
            /**
             * @description Those of the calls with a status of 400 or above
             * @example 3
             */
            readonly errors: number;
            /**
             * @description Calls that named the key with a wrong secret
             * @example 0
             */
            readonly wrongSecrets: number;
        };
        readonly KeyAddressDto: {
            /** @example 192.0.2.44 */
            readonly address: string;
            /** Format: date-time */
            readonly lastUsedAt: string;
            /** @example 12000 */
            readonly calls: number;
        };
        readonly NeighbourKeyDto: {
            /** @example ik_0000000000000000000000000a */
            readonly apiKey: string;
            /** @example SIS nightly */
            readonly label: string;
            /** @enum {string} */
            readonly status: "active" | "expiring" | "expired" | "revoked";
            /** Format: date-time */
            readonly expiresAt: string | null;
            /** Format: date-time */
            readonly lastUsedAt: string | null;
            /** @example 192.0.2.44 */
            readonly lastUsedFrom: string | null;
        };
        readonly HandoverDto: {
            /** Format: date-time */
            readonly createdAt: string;
            /** @example Ann Lee */
            readonly createdByLabel: string;
            /** Format: date-time */
            readonly expiresAt: string;
            /** Format: date-time */
            readonly openedAt: string | null;
            /** @example 192.0.2.44 */
            readonly openedFrom: string | null;
        };
        readonly KeyActivityDto: {
            /** @description The last 30 days, the oldest first. The last five seconds may be missing */
            readonly days: readonly components["schemas"]["KeyDayDto"][];
            /** @description The 20 addresses that used it last, of the last 90 days, the latest first */
            readonly addresses: readonly components["schemas"]["KeyAddressDto"][];
            /** @description The key that this one replaced */
            readonly predecessor: components["schemas"]["NeighbourKeyDto"] | null;
            /** @description The key that replaces this one */
            readonly successor: components["schemas"]["NeighbourKeyDto"] | null;
            /** @description null when no link was made */
            readonly handover: components["schemas"]["HandoverDto"] | null;
        };
        readonly IssuedHandoverDto: {
            /**
             * @description Can be opened once; is not shown again
             * @example https://api.example.edu/admin/#/handover?token=0000000000000000000000000000000000000000000
             */
            readonly link: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly CreateHandoverDto: {
            /**
             * @description How many hours the link can be opened; default 24
             * @example 24
             */
            readonly hours?: number | null;
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
            readonly scopes: readonly ("integration" | "users" | "progress" | "sync" | "workflow" | "scim" | "sandbox")[];
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
            /** @description Whether it may write people who came from another source, and takes them over; default true */
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
            readonly scopes: readonly ("integration" | "users" | "progress" | "sync" | "workflow" | "scim" | "sandbox")[];
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
            readonly scopes: readonly ("integration" | "users" | "progress" | "sync" | "workflow" | "scim" | "sandbox")[];
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
        readonly OfferedKeyDto: {
            /** @example SIS nightly */
            readonly label: string;
            /** @example Northern University */
            readonly tenantName: string;
            /**
             * @example [
             *       "integration"
             *     ]
             */
            readonly scopes: readonly ("integration" | "users" | "progress" | "sync" | "workflow" | "scim" | "sandbox")[];
            /**
             * Format: date-time
             * @description Until when the link can be opened
             */
            readonly expiresAt: string;
        };
        readonly HandoverTokenDto: {
            readonly token: string;
        };
        readonly HandedOverKeyDto: {
            /** @example SIS nightly */
            readonly label: string;
            /** @example Northern University */
            readonly tenantName: string;
            /**
             * @example [
             *       "integration"
             *     ]
             */
            readonly scopes: readonly ("integration" | "users" | "progress" | "sync" | "workflow" | "scim" | "sandbox")[];
            /**
             * Format: date-time
             * @description Until when the link can be opened
             */
            readonly expiresAt: string;
            /** @example ik_0000000000000000000000000a */
            readonly apiKey: string;
            /**
             * @description Not shown again
             * @example is_0000000000000000000000000000000000000000000
             */
            readonly apiSecret: string;
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
        readonly DeprovisioningPauseDto: {
            /**
             * Format: date
             * @description The first day
             * @example 2026-12-20
             */
            readonly from: string;
            /**
             * Format: date
             * @description The last day
             * @example 2027-01-05
             */
            readonly until: string;
            /**
             * @description Why; callers are told
             * @example winter break
             */
            readonly note?: string | null;
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
        readonly RetentionDto: {
            /** @example 90 */
            readonly requestLogDays: number;
            /** @example null */
            readonly inactivePeopleDays: number | null;
            /** @example null */
            readonly historyDays: number | null;
            /** @example 2557 */
            readonly auditDays: number;
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
            readonly deprovisioningPauses: readonly components["schemas"]["DeprovisioningPauseDto"][];
            readonly syncTargets: readonly components["schemas"]["SyncTargetDto"][];
            /** @example 10 */
            readonly syncMaxAttempts: number;
            /** @example false */
            readonly scimDeleteKeepsShared: boolean;
            /** @example 0 */
            readonly awaitSourceDays: number;
            /** @enum {string} */
            readonly possibleReassignment: "warn" | "hold" | "off";
            /** @enum {string} */
            readonly adoptByEmail: "always" | "unlinked" | "never";
            readonly retention: components["schemas"]["RetentionDto"];
            /** @example false */
            readonly legalHold: boolean;
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
        readonly ChangeRetentionDto: {
            /**
             * @description Days that requests, failed rows, what was sent for conflicts, and the use of keys are kept
             * @example 90
             */
            readonly requestLogDays?: number | null;
            /**
             * @description Days after which inactive users are erased; null is never
             * @example 730
             */
            readonly inactivePeopleDays?: number | null;
            /**
             * @description Days that former values of users are kept; null is for good. The present values stay
             * @example 1095
             */
            readonly historyDays?: number | null;
            /**
             * @description Days that the audit log, and who was given data about whom, are kept
             * @example 2557
             */
            readonly auditDays?: number | null;
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
            /** @description Days of the time zone on which the callers of the API de-provision no one: each of these de-provisionings is held until an administrator decides, also after the pause; the whole list */
            readonly deprovisioningPauses?: readonly components["schemas"]["DeprovisioningPauseDto"][];
            /** @description The systems that submissions are carried to, each by an item of the sync queue of its own; the whole list. Holds for what is queued from now on */
            readonly syncTargets?: readonly components["schemas"]["SyncTargetDto"][];
            /** @description After so many attempts that no connector reports about, an item of the sync queue has failed */
            readonly syncMaxAttempts?: number | null;
            /** @description Whether a DELETE by SCIM leaves a user active whom another identity provider holds active; default false: it de-provisions */
            readonly scimDeleteKeepsShared?: boolean | null;
            /** @description For so many days a value that an administrator or an accepted submission has set is not replaced by the one that its source sent before; 0: it is replaced, and counted */
            readonly awaitSourceDays?: number | null;
            /**
             * @description A post whose ID or number belongs to a person with other names, another address and another entry: applied with a warning, held until an administrator decides, or applied
             * @enum {string|null}
             */
            readonly possibleReassignment?: "warn" | "hold" | "off" | null;
            /**
             * @description Whom a post with an unknown externalId may find by e-mail address: everyone, users without legacyNumber, no one
             * @enum {string|null}
             */
            readonly adoptByEmail?: "always" | "unlinked" | "never" | null;
            /** @description How many days what is old is kept */
            readonly retention?: components["schemas"]["ChangeRetentionDto"] | null;
            /** @description Whether no data about people is erased, or deleted because of its age; default false */
            readonly legalHold?: boolean | null;
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
            /** @enum {string} */
            readonly role: "administrator" | "operator" | "auditor";
            /**
             * @description Without a password the user logs in by single sign-on only
             * @example true
             */
            readonly hasPassword: boolean;
            /** @description Whether a login by password needs a code of an app, or a passkey, too */
            readonly hasSecondFactor: boolean;
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
            /**
             * @description null: taken away since
             * @enum {string|null}
             */
            readonly role: "administrator" | "operator" | "auditor" | null;
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
             * @description Default: the role of the administration that the person has, otherwise administrator
             * @enum {string|null}
             */
            readonly role?: "administrator" | "operator" | "auditor" | null;
            /**
             * Format: email
             * @example registrar@northern.example.edu
             */
            readonly email: string;
            /** @description Only for a person without an account */
            readonly firstName?: string | null;
            readonly lastName?: string | null;
        };
        readonly ChangeRoleDto: {
            /**
             * @example operator
             * @enum {string}
             */
            readonly role: "administrator" | "operator" | "auditor";
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
            /** @description The run that the call named */
            readonly run: string | null;
            /**
             * @description How many entries the act has, on its first one; 0 on the others
             * @example 1
             */
            readonly actEntries: number;
        };
        readonly ConnectionKeyDto: {
            /** @example ik_0000000000000000000000000a */
            readonly apiKey: string;
            /** @enum {string} */
            readonly status: "active" | "expiring" | "expired" | "revoked";
            /** Format: date-time */
            readonly lastUsedAt: string | null;
            /** Format: date-time */
            readonly expiresAt: string | null;
        };
        readonly ConnectionRowDto: {
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
            /** @example Entra ID */
            readonly label: string;
            /**
             * Format: date-time
             * @description To the minute
             */
            readonly lastRequestAt: string | null;
            /**
             * @description People whom it holds
             * @example 1200
             */
            readonly people: number;
            /** @example 4 */
            readonly groups: number;
            /** @description The oldest first */
            readonly keys: readonly components["schemas"]["ConnectionKeyDto"][];
        };
        readonly CreatedConnectionDto: {
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
            /** @example Entra ID */
            readonly label: string;
            /**
             * Format: date-time
             * @description To the minute
             */
            readonly lastRequestAt: string | null;
            /**
             * @description People whom it holds
             * @example 1200
             */
            readonly people: number;
            /** @example 4 */
            readonly groups: number;
            /** @description The oldest first */
            readonly keys: readonly components["schemas"]["ConnectionKeyDto"][];
            /**
             * @description For the provider
             * @example https://api.example.edu/scim/v2
             */
            readonly url: string;
            /**
             * @description For the provider; not shown again
             * @example ik_0000000000000000000000000a.is_0000000000000000000000000000000000000000000
             */
            readonly token: string;
        };
        readonly CreateConnectionDto: {
            /**
             * @description The account type of a person for whom the provider names none; default: such a person is refused
             * @example Staff
             * @enum {string|null}
             */
            readonly defaultAccountType?: "Student" | "Faculty" | "Staff" | null;
            /** @description Whether it may make people administrators, and change those who are; default false */
            readonly mayAdminister?: boolean | null;
            /** @description Whether it may write people who came from another source, and takes them over; default true */
            readonly adopts?: boolean | null;
            /**
             * @description Whether it lists all people, or only those that it holds; default all
             * @enum {string|null}
             */
            readonly visible?: "all" | "linked" | null;
            /** @example Entra ID */
            readonly label: string;
        };
        readonly ConnectionRefusalDto: {
            /**
             * @description Of the entry in the request log
             * @example 4711
             */
            readonly id: string;
            /** Format: date-time */
            readonly at: string;
            /** @example PATCH */
            readonly method: string;
            /** @example /scim/v2/Users/:id */
            readonly route: string;
            /** @example 400 */
            readonly status: number;
            /** @example nightly-2026-11-20.1 */
            readonly requestId: string;
            /** @example invalidValue */
            readonly scimType: string | null;
            /** @description The answer's detail, with ••• for every value that was sent */
            readonly detail: string | null;
            /** @description The place in a bulk request, from 1; null when the whole request was refused */
            readonly operation: number | null;
        };
        readonly ConnectionDetailDto: {
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
            /** @example Entra ID */
            readonly label: string;
            /**
             * Format: date-time
             * @description To the minute
             */
            readonly lastRequestAt: string | null;
            /**
             * @description People whom it holds
             * @example 1200
             */
            readonly people: number;
            /** @example 4 */
            readonly groups: number;
            /** @description The oldest first */
            readonly keys: readonly components["schemas"]["ConnectionKeyDto"][];
            /** @description The latest 20 of those in the request log, the newest first */
            readonly refusals: readonly components["schemas"]["ConnectionRefusalDto"][];
        };
        readonly ChangeConnectionDto: {
            /**
             * @description Also of all its keys; it cannot be cleared
             * @example Entra ID
             */
            readonly label?: string | null;
            /**
             * @description The account type of a person for whom the provider names none; null: such a person is refused
             * @example Staff
             * @enum {string|null}
             */
            readonly defaultAccountType?: "Student" | "Faculty" | "Staff" | null;
            /** @description Whether it may make people administrators, and change those who are; default false */
            readonly mayAdminister?: boolean | null;
            /** @description Whether it may write people who came from another source, and takes them over; default true */
            readonly adopts?: boolean | null;
            /**
             * @description Whether it lists all people, or only those that it holds; default all
             * @enum {string|null}
             */
            readonly visible?: "all" | "linked" | null;
        };
        readonly ConflictRowDto: {
            /** @example cf_00112233445566778899aabbcc */
            readonly id: string;
            /**
             * @description possible_reassignment: the ID or number has probably been given to another person. email_taken, number_taken: the address or number belongs to another person. adopt_by_email: the settings do not let the externalId find the user by address. erased: the user was erased, and nothing that was sent is stored
             * @enum {string}
             */
            readonly kind: "possible_reassignment" | "email_taken" | "number_taken" | "adopt_by_email" | "erased";
            /**
             * @description taken_back: open again when it is asked again
             * @enum {string}
             */
            readonly status: "open" | "decided" | "taken_back";
            /** @enum {string|null} */
            readonly decision: "same_person" | "another_person" | "ignore" | null;
            /** @description How often it was asked */
            readonly count: number;
            /** Format: date-time */
            readonly firstAt: string;
            /** Format: date-time */
            readonly lastAt: string;
            /**
             * @description As it was sent; the ID of the user where the request named its user
             * @example S-77
             */
            readonly externalId: string;
            /**
             * @description Whom the request is about by the rules of matching
             * @example 950000001
             */
            readonly userId: string;
            /** @description Who has the e-mail address or the number */
            readonly ownerId: string | null;
            /** @description The user whom the decision has made */
            readonly newUserId: string | null;
            /** Format: date-time */
            readonly decidedAt: string | null;
            /** @description Empty unless the conflict is open; only `ignore` once what was sent is forgotten */
            readonly offered: readonly ("same_person" | "another_person" | "ignore")[];
            /** @example Ann Lee */
            readonly userName: string | null;
            /** @example Bo Cruz */
            readonly ownerName: string | null;
            /**
             * @description Who asked last
             * @example key:ik_0000000000000000000000000a
             */
            readonly actor: string;
            /** @example SIS nightly */
            readonly actorLabel: string;
            /** @description The run that asked last */
            readonly run: string | null;
            /** @description The request that asked last */
            readonly requestId: string;
            readonly note: string | null;
            /** @example admin:951000001 */
            readonly decidedBy: string | null;
            /** @example Bo Cruz */
            readonly decidedByLabel: string | null;
            /** Format: date-time */
            readonly takenBackAt: string | null;
            readonly takenBackBy: string | null;
        };
        readonly ComparedFieldDto: {
            /** @example lastName */
            readonly field: string;
            /** @description What was sent last; null when it was not sent */
            readonly sent: Record<string, never> | null;
            /** @description What is stored of the user; before the row, where it was applied */
            readonly stored: Record<string, never> | null;
            /** @description What is stored of the user who has the address or number */
            readonly owner: Record<string, never> | null;
            /** @description Whether what was sent differs from what is stored of the user */
            readonly differs: boolean;
        };
        readonly PersonInViewDto: {
            /** @example 951000001 */
            readonly id: string;
            /** @example Ann Lee */
            readonly name: string;
            /** @enum {string} */
            readonly accountType: "Student" | "Faculty" | "Staff";
            /** @enum {string} */
            readonly accountStatus: "active" | "inactive";
            /** @example chair */
            readonly role: string;
            /** @example EDU-PHD */
            readonly programId: string | null;
            /** @example Education, PhD */
            readonly schoolProgram: string | null;
            /** @description What a departure would mean for committees now; null for people who are no faculty members */
            readonly committeeImpact: components["schemas"]["CommitteeImpactDto"] | null;
        };
        readonly ChangedPersonDto: {
            /** @example 950000001 */
            readonly userId: string;
            /**
             * @description null: the person is not stored
             * @example email
             */
            readonly field: string | null;
            /** @description When they were seen last */
            readonly before: Record<string, never> | null;
            /** @description Any JSON value */
            readonly now: Record<string, never> | null;
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
        readonly DecisionEffectDto: {
            /** @example 950000001 */
            readonly userId: string;
            /** @example Ann Lee */
            readonly userName: string | null;
            /** @description Whether the decision made this user */
            readonly isNew: boolean;
            readonly fields: readonly components["schemas"]["FieldChangeDto"][];
        };
        readonly ConflictDetailDto: {
            /** @example cf_00112233445566778899aabbcc */
            readonly id: string;
            /**
             * @description possible_reassignment: the ID or number has probably been given to another person. email_taken, number_taken: the address or number belongs to another person. adopt_by_email: the settings do not let the externalId find the user by address. erased: the user was erased, and nothing that was sent is stored
             * @enum {string}
             */
            readonly kind: "possible_reassignment" | "email_taken" | "number_taken" | "adopt_by_email" | "erased";
            /**
             * @description taken_back: open again when it is asked again
             * @enum {string}
             */
            readonly status: "open" | "decided" | "taken_back";
            /** @enum {string|null} */
            readonly decision: "same_person" | "another_person" | "ignore" | null;
            /** @description How often it was asked */
            readonly count: number;
            /** Format: date-time */
            readonly firstAt: string;
            /** Format: date-time */
            readonly lastAt: string;
            /**
             * @description As it was sent; the ID of the user where the request named its user
             * @example S-77
             */
            readonly externalId: string;
            /**
             * @description Whom the request is about by the rules of matching
             * @example 950000001
             */
            readonly userId: string;
            /** @description Who has the e-mail address or the number */
            readonly ownerId: string | null;
            /** @description The user whom the decision has made */
            readonly newUserId: string | null;
            /** Format: date-time */
            readonly decidedAt: string | null;
            /** @description Empty unless the conflict is open; only `ignore` once what was sent is forgotten */
            readonly offered: readonly ("same_person" | "another_person" | "ignore")[];
            /** @example Ann Lee */
            readonly userName: string | null;
            /** @example Bo Cruz */
            readonly ownerName: string | null;
            /**
             * @description Who asked last
             * @example key:ik_0000000000000000000000000a
             */
            readonly actor: string;
            /** @example SIS nightly */
            readonly actorLabel: string;
            /** @description The run that asked last */
            readonly run: string | null;
            /** @description The request that asked last */
            readonly requestId: string;
            readonly note: string | null;
            /** @example admin:951000001 */
            readonly decidedBy: string | null;
            /** @example Bo Cruz */
            readonly decidedByLabel: string | null;
            /** Format: date-time */
            readonly takenBackAt: string | null;
            readonly takenBackBy: string | null;
            /** @description Empty once it is decided, or what was sent is forgotten */
            readonly fields: readonly components["schemas"]["ComparedFieldDto"][];
            /** @description Whether what was sent was applied nevertheless, with a warning */
            readonly isApplied: boolean;
            /** @description null: not stored any more */
            readonly user: components["schemas"]["PersonInViewDto"] | null;
            /** @description Who has the address or number */
            readonly owner: components["schemas"]["PersonInViewDto"] | null;
            /** @description Unless it is empty, the next decision but `ignore` is refused once, with 409 */
            readonly changedSince: readonly components["schemas"]["ChangedPersonDto"][];
            /** @description What the decision changed, which taking it back puts back; empty before and after */
            readonly effects: readonly components["schemas"]["DecisionEffectDto"][];
        };
        readonly DecideConflictDto: {
            /**
             * @example ignore
             * @enum {string}
             */
            readonly decision: "same_person" | "another_person" | "ignore";
            /** @description For those who read the decision later */
            readonly note?: string | null;
        };
        readonly AlertMessageDto: {
            /** @enum {string} */
            readonly phase: "opened" | "ended";
            /** @example it@example.edu */
            readonly recipient: string;
            /**
             * @description expired: it could not be sent for three days
             * @enum {string}
             */
            readonly status: "waiting" | "sent" | "refused" | "expired" | "withdrawn";
            /** @example 1 */
            readonly attempts: number;
            /**
             * Format: date-time
             * @description Of a waiting message: not before; null when it does not wait
             */
            readonly dueAt: string | null;
            /** Format: date-time */
            readonly sentAt: string | null;
            /** @example The mail server did not answer in time. */
            readonly lastError: string | null;
        };
        readonly AlertDto: {
            /** @example al_00112233445566778899aabbcc */
            readonly id: string;
            /** @example late_run */
            readonly kind: string;
            /** @example The nightly run is late */
            readonly title: string;
            /** @description As it was at the last check */
            readonly facts: string;
            /**
             * @description Where to look next: a path of the administration pages
             * @example /holds
             */
            readonly page: string;
            /** Format: date-time */
            readonly openedAt: string;
            /** Format: date-time */
            readonly endedAt: string | null;
            /** @enum {string|null} */
            readonly endedBy: "over" | "switched_off" | "suspended" | null;
            readonly messages: readonly components["schemas"]["AlertMessageDto"][];
        };
        readonly AlertListMetaDto: {
            /**
             * @description On all pages together
             * @example 1
             */
            readonly total: number;
            /** @example 1 */
            readonly page: number;
            /** @example 25 */
            readonly perPage: number;
            /**
             * Format: date-time
             * @description When all kinds were checked
             */
            readonly checkedAt: string | null;
            /** @description Whether the operator has set a mail server */
            readonly mayMail: boolean;
        };
        readonly QuietHoursDto: {
            /** @example 22:00 */
            readonly from: string;
            /**
             * @description Before `from` it is a time of the next day
             * @example 06:00
             */
            readonly until: string;
            /**
             * @description null is the tenant's own
             * @example Europe/Paris
             */
            readonly timeZone?: string | null;
        };
        readonly ThresholdRangeDto: {
            /** @example hours */
            readonly unit: string;
            /** @example 26 */
            readonly standard: number;
            /** @example 1 */
            readonly min: number;
            /** @example 720 */
            readonly max: number;
        };
        readonly AlertKindDto: {
            /**
             * @example connector_silent
             * @enum {string}
             */
            readonly kind: "late_run" | "run_failures" | "people_held" | "conflicts" | "connector_silent" | "key_expiring" | "certificate_expiring";
            /** @example A connector is silent */
            readonly title: string;
            /** @description When an incident opens, and when it is over */
            readonly rule: string;
            readonly enabled: boolean;
            /** @description null: those of all kinds */
            readonly recipients: readonly string[] | null;
            /**
             * @description null: the kind has none
             * @example 26
             */
            readonly threshold: number | null;
            readonly thresholdRange: components["schemas"]["ThresholdRangeDto"] | null;
        };
        readonly AlertSettingsDto: {
            /**
             * @example [
             *       "it@example.edu"
             *     ]
             */
            readonly recipients: readonly string[];
            readonly quietHours: components["schemas"]["QuietHoursDto"] | null;
            readonly kinds: readonly components["schemas"]["AlertKindDto"][];
        };
        readonly AlertSettingsMetaDto: {
            /** @description Whether the operator has set a mail server; without one messages wait, for three days */
            readonly mayMail: boolean;
            /**
             * Format: date-time
             * @description When the token for monitoring was made; null when there is none
             */
            readonly tokenMadeAt: string | null;
        };
        readonly PutAlertKindDto: {
            /**
             * @example late_run
             * @enum {string}
             */
            readonly kind: "late_run" | "run_failures" | "people_held" | "conflicts" | "connector_silent" | "key_expiring" | "certificate_expiring";
            /** @description default true */
            readonly enabled?: boolean | null;
            /** @description null: those of all kinds; an empty list: no message is sent */
            readonly recipients?: readonly string[] | null;
            /** @description null is the standard one; kinds without a threshold take none */
            readonly threshold?: number | null;
        };
        readonly PutAlertSettingsDto: {
            /**
             * @description For every kind that has none of its own
             * @example [
             *       "it@example.edu"
             *     ]
             */
            readonly recipients?: readonly string[] | null;
            /** @description Messages wait until they end; null is none */
            readonly quietHours?: components["schemas"]["QuietHoursDto"] | null;
            readonly kinds?: readonly components["schemas"]["PutAlertKindDto"][];
        };
        readonly AlertTokenDto: {
            /**
             * @description Shown once
             * @example al_0000000000000000000000000000000000000000000
             */
            readonly token: string;
            /**
             * @description The address for monitoring, without the token
             * @example https://integration.example.edu/health/alerts
             */
            readonly url: string;
        };
        readonly PauseDto: {
            /** Format: date-time */
            readonly at: string;
            /** @example admin:951000001 */
            readonly by: string;
            readonly byLabel: string;
            readonly reason: string | null;
        };
        readonly TargetSystemDto: {
            /**
             * @description (none): items without a target system
             * @example SIS
             */
            readonly name: string;
            /**
             * @description As items have it
             * @example SIS
             */
            readonly targetSystem: string | null;
            /**
             * @description The first that holds: paused by an administrator; silent: something waits, and no connector has claimed anything for as long as alerts allow; failing: deliveries have failed; unused: no connector has ever come, and nothing waits
             * @enum {string}
             */
            readonly state: "paused" | "silent" | "failing" | "unused" | "working";
            readonly paused: components["schemas"]["PauseDto"] | null;
            /**
             * Format: date-time
             * @description The last time that a connector was handed an item
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
             * @description In the last 24 hours, in steps of ten minutes
             * @example 0
             */
            readonly claimed24h: number;
            /** @example 0 */
            readonly sent24h: number;
            /** @example 0 */
            readonly failed24h: number;
            /**
             * @description Sent among what was reported in the last 24 hours, 0 to 1; null when nothing was
             * @example 0.98
             */
            readonly successRate: number | null;
            /**
             * @description Queued items
             * @example 0
             */
            readonly waiting: number;
            /**
             * Format: date-time
             * @description Since when the first of them waits
             */
            readonly oldestQueuedAt: string | null;
            /**
             * @description Items whose delivery failed
             * @example 0
             */
            readonly deliveryFailed: number;
            /**
             * @description Items whose submission has discrepancies that no administrator has decided
             * @example 0
             */
            readonly awaitDecision: number;
            /** @description The credentials that take its items */
            readonly connectors: readonly components["schemas"]["ConnectorDto"][];
        };
        readonly LeaseRowDto: {
            readonly claimId: string;
            /** @example sub-77 */
            readonly submissionId: string;
            /** @example address_change */
            readonly formType: string;
            /** @description The credential that holds it */
            readonly apiKey: string;
            /** @description Of the credential */
            readonly label: string | null;
            /** @example 1 */
            readonly attempt: number;
            /** Format: date-time */
            readonly claimedAt: string;
            /** Format: date-time */
            readonly leaseUntil: string;
        };
        readonly ErrorGroupDto: {
            /** @description For the filter errorGroup of the queue */
            readonly errorGroup: string;
            /** @example SIS */
            readonly targetSystem: string | null;
            /**
             * @description The messages, with ids, numbers and quoted values masked
             * @example HTTP 503 from …
             */
            readonly text: string;
            /**
             * @description Items that are failed now
             * @example 0
             */
            readonly items: number;
            /**
             * Format: date-time
             * @description Those among them that are failed no more included
             */
            readonly firstAt: string;
            /** Format: date-time */
            readonly lastAt: string;
        };
        readonly PauseSystemDto: {
            /**
             * @description Spelt exactly; null or omitted: items without a target system
             * @example SIS
             */
            readonly targetSystem?: string | null;
            /** @description Why; shown to administrators and in the audit log */
            readonly reason?: string | null;
        };
        readonly SystemBodyDto: {
            /**
             * @description Spelt exactly; null or omitted: items without a target system
             * @example SIS
             */
            readonly targetSystem?: string | null;
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
            readonly code?: "VALIDATION_FAILED" | "MALFORMED_JSON" | "MISSING_CREDENTIALS" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "INSUFFICIENT_SCOPE" | "TENANT_SUSPENDED" | "USER_NOT_FOUND" | "SUBMISSION_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDENTITY_CONFLICT" | "CONFLICT_CHANGED" | "INVALID_TRANSITION" | "ERASED" | "LEGAL_HOLD" | "LEASE_LOST" | "IDEMPOTENCY_CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
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
        readonly UndoSelectionDto: {
            /**
             * @example [
             *       "12"
             *     ]
             */
            readonly ids: readonly string[];
        };
        readonly ColumnTargetDto: {
            /**
             * @example [
             *       "firstName",
             *       "lastName"
             *     ]
             */
            readonly fields: readonly string[];
            /** @example splitName */
            readonly transform: string | null;
            /** @example M/D/YYYY */
            readonly dateFormat: string | null;
        };
        readonly FileColumnDto: {
            /** @example Kind */
            readonly name: string;
            /** @description Where its cells go; empty: they are not sent */
            readonly targets: readonly components["schemas"]["ColumnTargetDto"][];
            /** @description Whether a template or a condition reads it */
            readonly isRead: boolean;
        };
        readonly FieldWordsDto: {
            /** @example accountType */
            readonly field: string;
            /**
             * @example {
             *       "teacher": "Faculty"
             *     }
             */
            readonly words: {
                readonly [key: string]: unknown;
            };
        };
        readonly FileRowDto: {
            /** @example 2 */
            readonly line: number;
            /** @description In the order of the columns; empty for NDJSON */
            readonly cells: readonly string[];
            /**
             * @description The row that would be sent; null when the record is left out
             * @example {
             *       "firstName": "Ann"
             *     }
             */
            readonly row: (string | number | boolean | readonly unknown[] | {
                readonly [key: string]: unknown;
            }) | null;
            /** @example role is parent */
            readonly skipped: string | null;
            /**
             * @description Why the row would be refused, as far as it can be told without looking at stored people
             * @example Row 2, S-1: accountType 'Studnet' must be Student, Faculty or Staff
             */
            readonly problem: string | null;
        };
        readonly FileHeadDto: {
            /**
             * @example csv
             * @enum {string}
             */
            readonly format: "ndjson" | "csv" | "json";
            /** @example ; */
            readonly delimiter: string | null;
            /** @description Empty for NDJSON, which is not mapped */
            readonly columns: readonly components["schemas"]["FileColumnDto"][];
            /**
             * @description The same for files with the same columns, in whatever order and case
             * @example 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
             */
            readonly columnsHash: string;
            /**
             * @description Required fields that nothing fills
             * @example [
             *       "email"
             *     ]
             */
            readonly missing: readonly string[];
            /**
             * @description Values of fields for records that have none
             * @example {
             *       "accountType": "Student"
             *     }
             */
            readonly defaults: {
                readonly [key: string]: unknown;
            };
            readonly words: readonly components["schemas"]["FieldWordsDto"][];
            /** @description The first records */
            readonly rows: readonly components["schemas"]["FileRowDto"][];
            /** @description Every field that a column may fill, custom ones aside */
            readonly fields: readonly string[];
            /**
             * @description The largest file, in MiB
             * @example 64
             */
            readonly limitMiB: number;
        };
        readonly FileOptionsDto: {
            /**
             * @description The name of the file
             * @example people.csv
             */
            readonly name: string;
            /**
             * @description Of a CSV file; default: utf-8
             * @example windows-1252
             */
            readonly encoding?: string | null;
            /** @description Whether a blank cell clears its field; default: it leaves the field unchanged */
            readonly blankClears?: boolean | null;
            /**
             * @description As in a mapping file of the feed; what it does not name is mapped by default
             * @example {
             *       "columns": {
             *         "Kind": "accountType"
             *       }
             *     }
             */
            readonly mapping?: {
                readonly [key: string]: unknown;
            } | null;
        };
        readonly FileRunDto: {
            /**
             * @description The name of the file
             * @example people.csv
             */
            readonly name: string;
            /**
             * @description Of a CSV file; default: utf-8
             * @example windows-1252
             */
            readonly encoding?: string | null;
            /** @description Whether a blank cell clears its field; default: it leaves the field unchanged */
            readonly blankClears?: boolean | null;
            /**
             * @description As in a mapping file of the feed; what it does not name is mapped by default
             * @example {
             *       "columns": {
             *         "Kind": "accountType"
             *       }
             *     }
             */
            readonly mapping?: {
                readonly [key: string]: unknown;
            } | null;
            /**
             * @description The name of the run that the rows belong to
             * @example 2026-11-25.people.csv
             */
            readonly run: string;
        };
        readonly KeptMappingDto: {
            /** @example Registrar */
            readonly sender: string;
            /**
             * @description A file whose preview has the same one has the same columns
             * @example 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
             */
            readonly columnsHash: string;
            /**
             * @example {
             *       "columns": {
             *         "Kind": "accountType"
             *       }
             *     }
             */
            readonly mapping: {
                readonly [key: string]: unknown;
            };
            /** @example utf-8 */
            readonly encoding: string;
            readonly blankClears: boolean;
            /** Format: date-time */
            readonly changedAt: string;
            /** @example Ann Lee */
            readonly changedByLabel: string;
        };
        readonly PutKeptMappingDto: {
            /**
             * @description Of the preview of a file
             * @example 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
             */
            readonly columnsHash: string;
            /**
             * @description As in a mapping file of the feed
             * @example {
             *       "columns": {
             *         "Kind": "accountType"
             *       }
             *     }
             */
            readonly mapping: {
                readonly [key: string]: unknown;
            };
            /**
             * @description Of a CSV file; default: utf-8
             * @example windows-1252
             */
            readonly encoding?: string | null;
            /** @description Whether a blank cell clears its field; default: it leaves the field unchanged */
            readonly blankClears?: boolean | null;
        };
        readonly DiscrepancyGroupDto: {
            /** @example 5f1d7e84c2a04b6c9f3e2d1c0b9a8877 */
            readonly groupKey: string;
            /** @example program_transfer */
            readonly formType: string;
            /**
             * @description The record field
             * @example schoolProgram
             */
            readonly field: string;
            /** @example Education (EdD) */
            readonly submitted: string;
            readonly recorded: string | null;
            /**
             * @description How many are open, each of another submission
             * @example 38
             */
            readonly discrepancies: number;
            /**
             * @description The ID of the one that was found last
             * @example 412
             */
            readonly newest: string;
            /**
             * Format: date-time
             * @description When the first one was found
             */
            readonly waitingSince: string;
        };
        readonly GroupFailureDto: {
            /** @example 12 */
            readonly id: string;
            /** @example sub-77 */
            readonly submissionId: string;
            /** @enum {string} */
            readonly code: "VALIDATION_FAILED" | "MALFORMED_JSON" | "MISSING_CREDENTIALS" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "INSUFFICIENT_SCOPE" | "TENANT_SUSPENDED" | "USER_NOT_FOUND" | "SUBMISSION_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDENTITY_CONFLICT" | "CONFLICT_CHANGED" | "INVALID_TRANSITION" | "ERASED" | "LEGAL_HOLD" | "LEASE_LOST" | "IDEMPOTENCY_CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
            readonly message: string;
        };
        readonly GroupResolvedDto: {
            /**
             * @description How many this call has decided
             * @example 38
             */
            readonly resolved: number;
            /** @description They stay open */
            readonly failures: readonly components["schemas"]["GroupFailureDto"][];
            /** @description after of the next call; null: that was all */
            readonly next: string | null;
        };
        readonly ResolveGroupDto: {
            /**
             * @example accept_submitted
             * @enum {string}
             */
            readonly resolution: "accept_submitted" | "keep_record" | "dismiss";
            readonly note?: string | null;
            /**
             * @description newest of the group that was looked at: what was found later is left open
             * @example 412
             */
            readonly newest: string;
            /**
             * @description next of the answer before: one call decides 100 at most
             * @example 212
             */
            readonly after?: string;
        };
        readonly RuleDto: {
            /** @example dr_0123456789abc0123456789abc */
            readonly id: string;
            /** @example program_transfer */
            readonly formType: string;
            /** @example schoolProgram */
            readonly field: string;
            /** @description Only this submitted value; null: all values */
            readonly submitted: string | null;
            /** @description The recorded value beside submitted */
            readonly recorded: string | null;
            /** @enum {string} */
            readonly resolution: "accept_submitted" | "keep_record" | "dismiss";
            readonly note: string | null;
            /** @enum {string} */
            readonly status: "in_force" | "removed";
            /**
             * @description How many discrepancies it has decided
             * @example 38
             */
            readonly applied: number;
            /** Format: date-time */
            readonly lastAppliedAt: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** @example Ann Lee */
            readonly createdByLabel: string;
            /** Format: date-time */
            readonly removedAt: string | null;
            readonly removedByLabel: string | null;
        };
        readonly CreateRuleDto: {
            /** @example program_transfer */
            readonly formType: string;
            /**
             * @description The record field
             * @example schoolProgram
             * @enum {string}
             */
            readonly field: "email" | "firstName" | "lastName" | "middleInitial" | "name" | "legacyNumber" | "schoolProgram" | "programId" | "degree" | "role" | "genderPronoun" | "monthOfEntry" | "yearOfEntry" | "monthOfGraduation" | "yearOfGraduation";
            /** @description Only this submitted value; omitted: all values */
            readonly submitted?: string | null;
            /** @description The recorded value beside submitted; omitted: not set */
            readonly recorded?: string | null;
            /**
             * @example accept_submitted
             * @enum {string}
             */
            readonly resolution: "accept_submitted" | "keep_record" | "dismiss";
            /** @description Kept with each decision of the rule */
            readonly note?: string | null;
        };
        readonly WaitingSubmissionDto: {
            /** @example sub-77 */
            readonly submissionId: string;
            /** @example degree_change */
            readonly formType: string;
            /** @example 950000001 */
            readonly studentId: string;
            readonly studentName: string | null;
            /**
             * @description Where its review stands
             * @enum {string}
             */
            readonly submissionStatus: "draft" | "submitted" | "in_review" | "returned" | "approved" | "rejected" | "closed";
            /** @description The record fields that are undecided */
            readonly openFields: readonly string[];
            /**
             * Format: date-time
             * @description When the first of them was found
             */
            readonly waitingSince: string;
        };
        readonly FormLineDto: {
            /** @example Degree sought */
            readonly formField: string;
            /** @description As text; null when it is blank */
            readonly submitted: string | null;
            /** @description The record field that it means */
            readonly field: string | null;
            /** @description What the record has there now */
            readonly recorded: string | null;
        };
        readonly SubmissionCardDto: {
            /** @example sub-77 */
            readonly submissionId: string;
            /** @example degree_change */
            readonly formType: string;
            /** @example 950000001 */
            readonly studentId: string;
            readonly studentName: string | null;
            /**
             * @description Where its review stands
             * @enum {string}
             */
            readonly submissionStatus: "draft" | "submitted" | "in_review" | "returned" | "approved" | "rejected" | "closed";
            readonly form: readonly components["schemas"]["FormLineDto"][];
            /** @description Decided ones included */
            readonly discrepancies: readonly components["schemas"]["DiscrepancyRowDto"][];
        };
        readonly FieldDecisionDto: {
            /** @example 12 */
            readonly id: string;
            /**
             * @example accept_submitted
             * @enum {string}
             */
            readonly resolution: "accept_submitted" | "keep_record" | "dismiss";
        };
        readonly ResolveSubmissionDto: {
            readonly decisions: readonly components["schemas"]["FieldDecisionDto"][];
            /** @description Kept with each decision */
            readonly note?: string | null;
        };
        readonly PassedLimitDto: {
            /** @description The run; null: the limit of 24 hours */
            readonly run: string | null;
            /**
             * @description The limit as a count
             * @example 200
             */
            readonly count: number | null;
            /**
             * @description The limit as a percentage
             * @example 5
             */
            readonly percent: number | null;
            /**
             * @description How many people the limit allowed
             * @example 150
             */
            readonly most: number;
            /**
             * @description Active people at the beginning
             * @example 3000
             */
            readonly active: number;
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
            /**
             * @description Beyond a limit, because of ifImpact=hold, or within a pause of de-provisionings
             * @enum {string}
             */
            readonly reason: "limit" | "committee_impact" | "pause";
            /** @description What the departure means for committees now; null for people who are no faculty members */
            readonly committeeImpact: components["schemas"]["CommitteeImpactDto"] | null;
            /** @description The user; null when there is none any more */
            readonly person: components["schemas"]["PersonInViewDto"] | null;
            /** @description As they were when it was held; empty for another reason, and for holds of before this was kept */
            readonly beyond: readonly components["schemas"]["PassedLimitDto"][];
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
        readonly PeopleOfKindDto: {
            /**
             * @description null: not set
             * @example Student
             */
            readonly value: string | null;
            /** @example 240 */
            readonly people: number;
        };
        readonly HeldForDto: {
            /** @enum {string} */
            readonly reason: "limit" | "committee_impact" | "pause";
            /** @example 250 */
            readonly people: number;
        };
        readonly UsualDeprovisioningsDto: {
            /**
             * @description De-provisioned people; the median
             * @example 2
             */
            readonly deprovisioned: number;
            /**
             * @description How many earlier runs of the sender are compared
             * @example 7
             */
            readonly runs: number;
        };
        readonly RunOfHoldDto: {
            /** @example nightly-2026-09-01 */
            readonly name: string;
            /**
             * @description People whom it sent
             * @example 6485
             */
            readonly received: number;
            /**
             * @description People whom it has de-provisioned
             * @example 150
             */
            readonly deprovisioned: number;
            /**
             * @description People whose de-provisioning was held
             * @example 250
             */
            readonly held: number;
            /** @description null: too few runs like it are known */
            readonly usual: components["schemas"]["UsualDeprovisioningsDto"] | null;
        };
        readonly DecisionPreviewDto: {
            /**
             * @description Of the open holds among these
             * @example 250
             */
            readonly people: number;
            /** @description The largest group first */
            readonly accountTypes: readonly components["schemas"]["PeopleOfKindDto"][];
            /** @description The largest group first */
            readonly roles: readonly components["schemas"]["PeopleOfKindDto"][];
            /** @description The largest group first */
            readonly programs: readonly components["schemas"]["PeopleOfKindDto"][];
            readonly reasons: readonly components["schemas"]["HeldForDto"][];
            /** @description Active students who would lose a member of their committee, and of these those who lose a chair */
            readonly committeeImpact: components["schemas"]["CommitteeImpactDto"];
            /** @description The members of committees whose departure concerns most students, at most 10 */
            readonly members: readonly components["schemas"]["PersonInViewDto"][];
            /** @description The limits that the first of them were beyond */
            readonly beyond: readonly components["schemas"]["PassedLimitDto"][];
            /** @description null unless all are of one run */
            readonly runOfHold: components["schemas"]["RunOfHoldDto"] | null;
        };
        readonly PreviewDecisionDto: {
            /**
             * @example [
             *       "hd_00112233445566778899aabbcc"
             *     ]
             */
            readonly ids?: readonly string[];
            /** @description null: the holds of calls without a run */
            readonly run?: string | null;
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
            readonly code?: "VALIDATION_FAILED" | "MALFORMED_JSON" | "MISSING_CREDENTIALS" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "INSUFFICIENT_SCOPE" | "TENANT_SUSPENDED" | "USER_NOT_FOUND" | "SUBMISSION_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDENTITY_CONFLICT" | "CONFLICT_CHANGED" | "INVALID_TRANSITION" | "ERASED" | "LEGAL_HOLD" | "LEASE_LOST" | "IDEMPOTENCY_CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
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
        readonly HoldDetailDto: {
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
            /**
             * @description Beyond a limit, because of ifImpact=hold, or within a pause of de-provisionings
             * @enum {string}
             */
            readonly reason: "limit" | "committee_impact" | "pause";
            /** @description What the departure means for committees now; null for people who are no faculty members */
            readonly committeeImpact: components["schemas"]["CommitteeImpactDto"] | null;
            /** @description The user; null when there is none any more */
            readonly person: components["schemas"]["PersonInViewDto"] | null;
            /** @description As they were when it was held; empty for another reason, and for holds of before this was kept */
            readonly beyond: readonly components["schemas"]["PassedLimitDto"][];
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
            /** @description null: the call named no run */
            readonly runOfHold: components["schemas"]["RunOfHoldDto"] | null;
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
            /**
             * @description Why an item is failed: its submission has discrepancies that wait for a decision, or its delivery failed; null when it is not failed
             * @enum {string|null}
             */
            readonly failure: "decision" | "delivery" | null;
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
            /**
             * @description Failed items of the tenant whose submission waits for a decision
             * @example 0
             */
            readonly awaitDecision: number;
            /**
             * @description True: there are more than were looked at
             * @example false
             */
            readonly totalIsCapped: boolean;
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
            readonly code?: "VALIDATION_FAILED" | "MALFORMED_JSON" | "MISSING_CREDENTIALS" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "INSUFFICIENT_SCOPE" | "TENANT_SUSPENDED" | "USER_NOT_FOUND" | "SUBMISSION_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDENTITY_CONFLICT" | "CONFLICT_CHANGED" | "INVALID_TRANSITION" | "ERASED" | "LEGAL_HOLD" | "LEASE_LOST" | "IDEMPOTENCY_CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
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
            /** @description true: items whose submission has discrepancies that no administrator has decided are queued as well; otherwise each of them is refused by itself */
            readonly includeUndecided?: boolean | null;
        };
        readonly ReplayMatchingDto: {
            /**
             * @description Only items with this status; default failed
             * @enum {string|null}
             */
            readonly status?: "not_queued" | "queued" | "processing" | "sent" | "failed" | null;
            /** @description Only items of this target system, spelt exactly; (none): without one */
            readonly targetSystem?: string | null;
            /**
             * @description Why an item is failed: its submission has discrepancies that wait for a decision, or its delivery failed
             * @enum {string|null}
             */
            readonly failure?: "decision" | "delivery" | null;
            /** @description Only failed deliveries of this group of GET …/connectors/errors */
            readonly errorGroup?: string | null;
            /**
             * Format: date-time
             * @description Only items whose lastTransitionAt is not before
             */
            readonly from?: string | null;
            /**
             * Format: date-time
             * @description Only items whose lastTransitionAt is not after
             */
            readonly to?: string | null;
            /** @description true: nothing is written, and the answer says what would be */
            readonly dryRun?: boolean | null;
            /** @description true: items whose submission has discrepancies that no administrator has decided are queued as well */
            readonly includeUndecided?: boolean | null;
        };
        readonly QueueStepDto: {
            /** @enum {string} */
            readonly from: "not_queued" | "queued" | "processing" | "sent" | "failed";
            /** @enum {string} */
            readonly to: "not_queued" | "queued" | "processing" | "sent" | "failed";
            /** @enum {string} */
            readonly cause: "approved" | "closed" | "discrepancies_resolved" | "decision_undone" | "replay" | "ack" | "claimed" | "released" | "lease_expired" | "attempts_exhausted" | "content_changed";
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
            /** @description The run that it named */
            readonly run: string | null;
            /** @description Of a refusal; INCOMPLETE when the answer was cut short, WRONG_SECRET for a wrong secret of the key */
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
            /** @description The run that it named */
            readonly run: string | null;
            /** @description Of a refusal; INCOMPLETE when the answer was cut short, WRONG_SECRET for a wrong secret of the key */
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
        readonly SenderDto: {
            /** @example key:ik_0123456789abcdefghjkmnpqrs */
            readonly actor: string;
            /** @example SIS nightly */
            readonly label: string;
        };
        readonly UsualRunDto: {
            /**
             * @description How many runs are compared
             * @example 7
             */
            readonly runs: number;
            /** @example 6485 */
            readonly received: number;
            /** @example 4 */
            readonly inserted: number;
            /** @example 12 */
            readonly updated: number;
            /** @example 6469 */
            readonly unchanged: number;
            /** @example 0 */
            readonly failed: number;
            /** @example 2 */
            readonly deprovisioned: number;
            /** @example 0 */
            readonly restored: number;
        };
        readonly RunRowDto: {
            /** @example 2026-11-22.people.csv */
            readonly name: string;
            /**
             * Format: date-time
             * @description when its first call was answered
             */
            readonly startedAt: string;
            /** Format: date-time */
            readonly lastCallAt: string;
            /** @description posts, uploads and changes of a status that named it */
            readonly calls: number;
            /**
             * @example [
             *       "key:ik_0123456789abcdefghjkmnpqrs"
             *     ]
             */
            readonly actors: readonly string[];
            /** @description people in them */
            readonly received: number;
            /** @description of the received */
            readonly inserted: number;
            /** @description of the received */
            readonly updated: number;
            /** @description of the received */
            readonly unchanged: number;
            /** @description of the received: refused */
            readonly failed: number;
            /** @description of the unchanged: not applied until an administrator decides who the person is */
            readonly pending: number;
            /** @description of the updated: set to inactive */
            readonly deprovisioned: number;
            /** @description of the updated: set back to active */
            readonly restored: number;
            /** @description people whom it would have set to inactive, and whom an administrator keeps active: until a day, or by rejecting the de-provisioning by this run */
            readonly keptActive: number;
            /** @description approved values that it did not replace by the former ones, because they await their source */
            readonly awaitingSource: number;
            /** @description approved values that it replaced by the former ones */
            readonly putBack: number;
            readonly workflow: components["schemas"]["RunWorkflowDto"];
            /** @description The actors, with their labels */
            readonly senders: readonly components["schemas"]["SenderDto"][];
            /**
             * @description De-provisionings that it asked for and that were held
             * @example 40
             */
            readonly held: number;
            /**
             * @description Of the held, those that wait for a decision
             * @example 0
             */
            readonly heldOpen: number;
            /**
             * @description From its first call to its last one
             * @example 48211
             */
            readonly durationMs: number;
            /** @description null when fewer than three such runs came before it */
            readonly usual: components["schemas"]["UsualRunDto"] | null;
        };
        readonly FailureCauseDto: {
            /**
             * @example VALIDATION_FAILED
             * @enum {string}
             */
            readonly code: "VALIDATION_FAILED" | "MALFORMED_JSON" | "MISSING_CREDENTIALS" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "INSUFFICIENT_SCOPE" | "TENANT_SUSPENDED" | "USER_NOT_FOUND" | "SUBMISSION_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDENTITY_CONFLICT" | "CONFLICT_CHANGED" | "INVALID_TRANSITION" | "ERASED" | "LEGAL_HOLD" | "LEASE_LOST" | "IDEMPOTENCY_CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
            /** @example accountType */
            readonly field: string | null;
            /** @example accountType 'Studnet' must be Student, Faculty or Staff */
            readonly cause: string;
            /** @example 312 */
            readonly rows: number;
        };
        readonly RunPageDto: {
            /** @example 2026-11-22.people.csv */
            readonly name: string;
            /**
             * Format: date-time
             * @description when its first call was answered
             */
            readonly startedAt: string;
            /** Format: date-time */
            readonly lastCallAt: string;
            /** @description posts, uploads and changes of a status that named it */
            readonly calls: number;
            /**
             * @example [
             *       "key:ik_0123456789abcdefghjkmnpqrs"
             *     ]
             */
            readonly actors: readonly string[];
            /** @description people in them */
            readonly received: number;
            /** @description of the received */
            readonly inserted: number;
            /** @description of the received */
            readonly updated: number;
            /** @description of the received */
            readonly unchanged: number;
            /** @description of the received: refused */
            readonly failed: number;
            /** @description of the unchanged: not applied until an administrator decides who the person is */
            readonly pending: number;
            /** @description of the updated: set to inactive */
            readonly deprovisioned: number;
            /** @description of the updated: set back to active */
            readonly restored: number;
            /** @description people whom it would have set to inactive, and whom an administrator keeps active: until a day, or by rejecting the de-provisioning by this run */
            readonly keptActive: number;
            /** @description approved values that it did not replace by the former ones, because they await their source */
            readonly awaitingSource: number;
            /** @description approved values that it replaced by the former ones */
            readonly putBack: number;
            readonly workflow: components["schemas"]["RunWorkflowDto"];
            /** @description The actors, with their labels */
            readonly senders: readonly components["schemas"]["SenderDto"][];
            /**
             * @description De-provisionings that it asked for and that were held
             * @example 40
             */
            readonly held: number;
            /**
             * @description Of the held, those that wait for a decision
             * @example 0
             */
            readonly heldOpen: number;
            /**
             * @description From its first call to its last one
             * @example 48211
             */
            readonly durationMs: number;
            /** @description null when fewer than three such runs came before it */
            readonly usual: components["schemas"]["UsualRunDto"] | null;
            /** @description Those of most rows first; at most a hundred */
            readonly causes: readonly components["schemas"]["FailureCauseDto"][];
            /**
             * @description Failed rows that can be read
             * @example 5
             */
            readonly failedKept: number;
            /**
             * @description Failed rows beyond the 10,000 that are kept of a run, or older than 90 days
             * @example 0
             */
            readonly failedNotKept: number;
            /** @description The run that undid this one, if there is one */
            readonly undoneBy: string | null;
            /** @description The run that this one undid, if it is an undo */
            readonly undoes: string | null;
        };
        readonly RunChangeDto: {
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
            /** @description The submission whose acceptance it was */
            readonly submissionId: string | null;
            /** @description Empty for a new user. null means not set: the default applies, if there is one */
            readonly fields: readonly components["schemas"]["FieldChangeDto"][];
            /** @example 950000001 */
            readonly userId: string;
            /** @example Ann Lee */
            readonly userName: string | null;
        };
        readonly AdminFailedRowDto: {
            /** @example 17 */
            readonly id: string;
            /** Format: date-time */
            readonly at: string;
            /**
             * @description Of a bulk request, from 1
             * @example 479
             */
            readonly line: number | null;
            /**
             * @description As it was sent
             * @example S-BAD-2
             */
            readonly externalId: string | null;
            /**
             * @description The user whom the row was about, when they were stored then
             * @example null
             */
            readonly userId: string | null;
            /**
             * @example VALIDATION_FAILED
             * @enum {string}
             */
            readonly code: "VALIDATION_FAILED" | "MALFORMED_JSON" | "MISSING_CREDENTIALS" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "INSUFFICIENT_SCOPE" | "TENANT_SUSPENDED" | "USER_NOT_FOUND" | "SUBMISSION_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDENTITY_CONFLICT" | "CONFLICT_CHANGED" | "INVALID_TRANSITION" | "ERASED" | "LEGAL_HOLD" | "LEASE_LOST" | "IDEMPOTENCY_CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
            /**
             * @description The first that was refused
             * @example accountType
             */
            readonly field: string | null;
            /**
             * @description What rows that fail alike have in common
             * @example accountType 'Studnet' must be Student, Faculty or Staff
             */
            readonly cause: string;
            /**
             * @description All that is wrong with the row
             * @example accountType 'Studnet' must be Student, Faculty or Staff
             */
            readonly reason: string;
            /** @example Row 479, S-BAD-2: accountType 'Studnet' must be Student, Faculty or Staff */
            readonly sentence: string;
            /** @example key:ik_0123456789abcdefghjkmnpqrs */
            readonly actor: string;
            readonly requestId: string;
            /** @description null: the call named none */
            readonly run: string | null;
            /** @example SIS nightly */
            readonly actorLabel: string;
        };
        readonly UndoRunDto: {
            /**
             * @description The name of the run
             * @example nightly-1122
             */
            readonly confirm: string;
        };
        readonly FoundPersonDto: {
            /** @example 950000001 */
            readonly id: string;
            /** @example ann.lee@northern.example.edu */
            readonly email: string;
            /** @enum {string} */
            readonly accountType: "Student" | "Faculty" | "Staff";
            /** @enum {string} */
            readonly accountStatus: "active" | "inactive";
            /** @example S-77 */
            readonly legacyNumber: string | null;
            /** @example Ann Lee */
            readonly name: string;
        };
        readonly FoundRunDto: {
            /** @example 2026-11-22.people.csv */
            readonly name: string;
            /**
             * Format: date-time
             * @description when its first call was answered
             */
            readonly startedAt: string;
        };
        readonly FoundSubmissionDto: {
            /** @example sub-77 */
            readonly submissionId: string;
            readonly formType: string;
            readonly studentId: string;
            /** @enum {string} */
            readonly status: "draft" | "submitted" | "in_review" | "returned" | "approved" | "rejected" | "closed";
        };
        readonly FoundKeyDto: {
            /** @example ik_0000000000000000000000000a */
            readonly apiKey: string;
            /** @example SIS nightly */
            readonly label: string;
            /** @enum {string} */
            readonly status: "active" | "expiring" | "expired" | "revoked";
        };
        readonly FoundRequestDto: {
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
            /** @example 200 */
            readonly status: number;
            /** @example nightly-2026-11-20.1 */
            readonly requestId: string;
        };
        readonly FoundDto: {
            readonly people: readonly components["schemas"]["FoundPersonDto"][];
            readonly runs: readonly components["schemas"]["FoundRunDto"][];
            readonly submissions: readonly components["schemas"]["FoundSubmissionDto"][];
            /** @description None for an operator */
            readonly keys: readonly components["schemas"]["FoundKeyDto"][];
            /** @description The latest with each request ID */
            readonly requests: readonly components["schemas"]["FoundRequestDto"][];
        };
        readonly AttentionDto: {
            /**
             * @description Rows of the last nightly run, or runs, that were refused
             * @example 0
             */
            readonly failedRows: number;
            /**
             * @description Nightly runs that are late
             * @example 0
             */
            readonly lateRuns: number;
            /**
             * @description Items of the queue whose delivery failed
             * @example 0
             */
            readonly failedDeliveries: number;
            /**
             * @description Items of the queue whose submission waits for a decision
             * @example 0
             */
            readonly awaitDecision: number;
            /**
             * @description Target systems for which something waits and that no connector asks for
             * @example 0
             */
            readonly silentSystems: number;
            /**
             * @description Target systems that an administrator has paused
             * @example 0
             */
            readonly pausedSystems: number;
            /**
             * @description Held de-provisionings
             * @example 0
             */
            readonly holds: number;
            /**
             * @description Questions about who is who; counted up to 1000
             * @example 0
             */
            readonly conflicts: number;
            /** @example 0 */
            readonly discrepancies: number;
            /**
             * @description API keys that expire within 14 days
             * @example 0
             */
            readonly keysExpiring: number;
        };
        readonly NightlyRunDto: {
            /**
             * @description What its names have in common; @ and a sender: uploads without a name; blank: no habit yet
             * @example nightly-#
             */
            readonly series: string;
            /**
             * @description Null: it has no name
             * @example nightly-1122
             */
            readonly run: string | null;
            /**
             * Format: date-time
             * @description When it ended
             */
            readonly at: string;
            /** @example key:ik_0000000000000000000000000a */
            readonly actor: string;
            /** @example SIS nightly */
            readonly actorLabel: string;
            /** @description It is older than nightlyRunHours */
            readonly isLate: boolean;
            readonly counts: components["schemas"]["RowCountsDto"];
        };
        readonly SystemOfOverviewDto: {
            /** @example SIS */
            readonly name: string;
            /** @enum {string} */
            readonly state: "paused" | "silent" | "failing" | "unused" | "working";
            /** @example 0 */
            readonly deliveryFailed: number;
            /** @example 0 */
            readonly waiting: number;
            /** Format: date-time */
            readonly oldestQueuedAt: string | null;
            /** Format: date-time */
            readonly lastClaimAt: string | null;
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
            readonly attention: components["schemas"]["AttentionDto"];
            /** @description Runs that came on three days or more, by name or sender, the largest first; before there are any, the last upload */
            readonly nightlyRuns: readonly components["schemas"]["NightlyRunDto"][];
            /** @description Target systems, those that need an administrator first; at most 20 */
            readonly systems: readonly components["schemas"]["SystemOfOverviewDto"][];
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
             * @description One of the nightly runs is older than nightlyRunHours
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
            /**
             * Format: date
             * @description With active: the last day on which no source de-provisions the user, at most a year ahead, in the time zone of the university. null ends it; omitted, it stays
             * @example null
             */
            readonly keepActiveUntil?: string | null;
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
            /** @description The submission whose acceptance it was */
            readonly submissionId: string | null;
            /** @description Empty for a new user. null means not set: the default applies, if there is one */
            readonly fields: readonly components["schemas"]["FieldChangeDto"][];
        };
        readonly StatusSetterDto: {
            /** Format: date-time */
            readonly at: string;
            /** @enum {string} */
            readonly kind: "credential" | "connection" | "administrator" | "submission" | "terminal" | "service" | "unknown";
            /** @example key:ik_0000000000000000000000000a */
            readonly actor: string;
            /** @example SIS nightly */
            readonly actorLabel: string;
            /** @example sis-nightly-1122 */
            readonly run: string | null;
            /** @description The accepted submission */
            readonly submissionId: string | null;
        };
        readonly InactiveAtSourceDto: {
            /** Format: date-time */
            readonly at: string;
            /** @enum {string} */
            readonly kind: "credential" | "connection" | "administrator" | "submission" | "terminal" | "service" | "unknown";
            /** @example key:ik_0000000000000000000000000a */
            readonly actor: string;
            /** @example SIS nightly */
            readonly actorLabel: string;
            /** @example sis-nightly-1122 */
            readonly run: string | null;
            /** @description The accepted submission */
            readonly submissionId: string | null;
            /**
             * @description How many runs with names like this one, but for its numbers, have come since and left it so
             * @example 3
             */
            readonly runsSince: number;
            /** @description The latest of them */
            readonly latestRun: string | null;
            /** Format: date-time */
            readonly latestRunAt: string | null;
        };
        readonly KeptActiveDto: {
            /**
             * Format: date
             * @description The last day, in the time zone of the university
             */
            readonly until: string;
            /** Format: date-time */
            readonly since: string;
            /** @example admin:951000001 */
            readonly actor: string;
            /** @example Bo Cruz */
            readonly actorLabel: string;
        };
        readonly PersonCountsDto: {
            /** @description Active students whose committee a departure would leave short */
            readonly students: number;
            /** @description Of these, the ones whose chair the person is */
            readonly chairs: number;
            /** @description Of a faculty member: how many committees they take at most */
            readonly capacity: number | null;
            readonly submissions: number;
            readonly openDiscrepancies: number;
            readonly openHolds: number;
            readonly openConflicts: number;
            /** @description Refused rows of the last 90 days */
            readonly failures: number;
        };
        readonly StandingDto: {
            /** @enum {string} */
            readonly accountStatus: "active" | "inactive";
            /** @description null where the history does not reach back so far */
            readonly setBy: components["schemas"]["StatusSetterDto"] | null;
            /** @description Who says that the person is inactive and has not taken it back: its next row says so again */
            readonly inactiveAtSource: components["schemas"]["InactiveAtSourceDto"] | null;
            /**
             * @description For how many days a source does not undo what an administrator restores; 0: with its next row
             * @example 0
             */
            readonly awaitSourceDays: number;
            /**
             * Format: date-time
             * @description Of an active person: until when what that source says is not applied
             */
            readonly awaitsSourceUntil: string | null;
            readonly keepActive: components["schemas"]["KeptActiveDto"] | null;
            /**
             * @description Today, in the time zone of the university
             * @example 2026-11-23
             */
            readonly today: string;
            readonly counts: components["schemas"]["PersonCountsDto"];
        };
        readonly SeatDissertationDto: {
            readonly title: string | null;
            /** @enum {string} */
            readonly status: "not_started" | "in_progress" | "on_hold" | "under_review" | "defended" | "completed" | "withdrawn";
        };
        readonly SeatDto: {
            /** @enum {string} */
            readonly role: "chair" | "content_expert" | "methodologist_technical_expert" | "member";
            /** @enum {string} */
            readonly status: "invited" | "accepted" | "declined" | "removed";
            /** @example 950000001 */
            readonly studentId: string;
            /** @example Ann Lee */
            readonly studentName: string | null;
            /** @example ann.lee@example.edu */
            readonly studentEmail: string | null;
            readonly schoolProgram: string | null;
            /** @description Whether a departure of the person would take a member from an active student */
            readonly isAffected: boolean;
            /** @description Whether no other accepted and active member would have the role then */
            readonly leavesRoleOpen: boolean;
            readonly dissertation: components["schemas"]["SeatDissertationDto"] | null;
            /** @description null for a person who is no Student */
            readonly pacing: components["schemas"]["PacingDto"] | null;
            /** @enum {string|null} */
            readonly committeeStatus: "not_started" | "forming" | "pending_approval" | "approved" | "dissolved" | null;
        };
        readonly PersonSubmissionDto: {
            /** @example sub-77 */
            readonly submissionId: string;
            readonly formType: string;
            readonly studentId: string;
            /** @enum {string} */
            readonly status: "draft" | "submitted" | "in_review" | "returned" | "approved" | "rejected" | "closed";
            /** Format: date-time */
            readonly submittedAt: string | null;
            /** Format: date-time */
            readonly decidedAt: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
            /** @description Discrepancies without a decision */
            readonly openDiscrepancies: number;
            readonly resolvedDiscrepancies: number;
        };
        readonly DisclosureDto: {
            /**
             * @description Unique among the rows of the list
             * @example 2026-11-20 export key:ik_0000000000000000000000000a
             */
            readonly id: string;
            /**
             * Format: date
             * @description Of the tenant's calendar
             * @example 2026-11-20
             */
            readonly day: string;
            /** @example key:ik_0000000000000000000000000a */
            readonly actor: string;
            /** @example Reporting */
            readonly actorLabel: string;
            /**
             * @description export: the progress export; read: a user by ID; envelope: a claim or a preview; scim: any answer of SCIM that shows users; person-export: all that is stored about a user; download: a CSV or NDJSON file of the administration
             * @enum {string}
             */
            readonly kind: "export" | "read" | "envelope" | "scim" | "person-export" | "download";
            /**
             * @description Different users, however often
             * @example 4321
             */
            readonly people: number;
        };
        readonly PersonDisclosureDto: {
            /**
             * @description Unique among the rows of the list
             * @example 2026-11-20 export key:ik_0000000000000000000000000a
             */
            readonly id: string;
            /**
             * Format: date
             * @description Of the tenant's calendar
             * @example 2026-11-20
             */
            readonly day: string;
            /** @example key:ik_0000000000000000000000000a */
            readonly actor: string;
            /** @example Reporting */
            readonly actorLabel: string;
            /**
             * @description export: the progress export; read: a user by ID; envelope: a claim or a preview; scim: any answer of SCIM that shows users; person-export: all that is stored about a user; download: a CSV or NDJSON file of the administration
             * @enum {string}
             */
            readonly kind: "export" | "read" | "envelope" | "scim" | "person-export" | "download";
        };
        readonly PersonDisclosuresMetaDto: {
            /** @example false */
            readonly hasMore: boolean;
            /** @description For the next page; null on the last one */
            readonly nextCursor: string | null;
        };
        readonly PlannedTableDto: {
            /** @example submissions */
            readonly table: string;
            /** @description Which rows, where a table is named twice */
            readonly part: string | null;
            /** @example 3 */
            readonly rows: number;
            /**
             * @description overwritten: the rows stay without what is personal
             * @enum {string}
             */
            readonly fate: "erased" | "overwritten" | "kept";
            /** @description Why the rows stay */
            readonly reason: string | null;
        };
        readonly ErasurePlanDto: {
            /** @example 950000001 */
            readonly userId: string;
            /** @description Tables without a row are left out */
            readonly tables: readonly components["schemas"]["PlannedTableDto"][];
            /** @description Claims of connectors that are out: their acknowledgement is refused */
            readonly openClaims: number;
            /** @description Sent back, it erases what the plan says */
            readonly token: string;
            /** Format: date-time */
            readonly validUntil: string;
        };
        readonly ErasureDto: {
            /** @example 950000001 */
            readonly userId: string;
            /**
             * @description checking: all is erased, and what was in flight then is looked for once more, a minute after the erasure began
             * @enum {string}
             */
            readonly state: "erasing" | "checking" | "finished";
            /**
             * @description Steps that are done
             * @example 12
             */
            readonly done: number;
            /** @example 32 */
            readonly steps: number;
            /** @description Rows that were deleted or overwritten so far */
            readonly rows: number;
            /** Format: date-time */
            readonly requestedAt: string;
            /** @example admin:951000001 */
            readonly requestedBy: string;
            /** Format: date-time */
            readonly finishedAt: string | null;
        };
        readonly EraseDto: {
            /**
             * @description Answers what would be erased, with the token, and erases nothing
             * @example true
             */
            readonly dryRun?: boolean | null;
            /** @description Of the plan that dryRun answered, at most 15 minutes ago */
            readonly token?: string | null;
        };
        readonly LegalHoldDto: {
            /** @example 950000001 */
            readonly userId: string;
            /** @example Case 2026-17 */
            readonly reason: string;
            /** Format: date-time */
            readonly since: string;
            /** @example admin:951000001 */
            readonly setBy: string;
        };
        readonly LegalHoldStateDto: {
            /** @description Whether erasure and retention are stopped, by a legal hold or by the setting */
            readonly isHeld: boolean;
            /** @description The setting legalHold of the university */
            readonly ofTenant: boolean;
            readonly legalHold: components["schemas"]["LegalHoldDto"] | null;
        };
        readonly SetLegalHoldDto: {
            /**
             * @description Why; administrators and auditors see it
             * @example Case 2026-17
             */
            readonly reason: string;
        };
        readonly Failure: {
            /** @enum {boolean} */
            readonly success: false;
            readonly message: string;
            readonly error: {
                /** @enum {string} */
                readonly code: "VALIDATION_FAILED" | "MALFORMED_JSON" | "MISSING_CREDENTIALS" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "INSUFFICIENT_SCOPE" | "TENANT_SUSPENDED" | "USER_NOT_FOUND" | "SUBMISSION_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "IDENTITY_CONFLICT" | "CONFLICT_CHANGED" | "INVALID_TRANSITION" | "ERASED" | "LEGAL_HOLD" | "LEASE_LOST" | "IDEMPOTENCY_CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE";
                readonly details?: readonly {
                    readonly field: string;
                    readonly code: string;
                    readonly message: string;
                }[];
                /** @description Of an IDENTITY_CONFLICT: its entry in the conflicts inbox */
                readonly conflictId?: string;
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
export type CommitteeImpactDto = components['schemas']['CommitteeImpactDto'];
export type PresentedFacultyProfileDto = components['schemas']['PresentedFacultyProfileDto'];
export type UserDto = components['schemas']['UserDto'];
export type AwaitedSourceDto = components['schemas']['AwaitedSourceDto'];
export type ProvenanceDto = components['schemas']['ProvenanceDto'];
export type KeepActiveDto = components['schemas']['KeepActiveDto'];
export type UserWithProvenanceDto = components['schemas']['UserWithProvenanceDto'];
export type RunWorkflowDto = components['schemas']['RunWorkflowDto'];
export type VersionDto = components['schemas']['VersionDto'];
export type DissertationDto = components['schemas']['DissertationDto'];
export type MilestoneDto = components['schemas']['MilestoneDto'];
export type NextMilestoneDto = components['schemas']['NextMilestoneDto'];
export type PacingDto = components['schemas']['PacingDto'];
export type MemberDto = components['schemas']['MemberDto'];
export type CommitteeDto = components['schemas']['CommitteeDto'];
export type ProgressRecordDto = components['schemas']['ProgressRecordDto'];
export type OpenSeatDto = components['schemas']['OpenSeatDto'];
export type SyncItemDto = components['schemas']['SyncItemDto'];
export type EnvelopeDto = components['schemas']['EnvelopeDto'];
export type BulkReplayedDto = components['schemas']['BulkReplayedDto'];
export type ConnectorDto = components['schemas']['ConnectorDto'];
export type SessionDto = components['schemas']['SessionDto'];
export type PasskeyAnswerDto = components['schemas']['PasskeyAnswerDto'];
export type LoginDto = components['schemas']['LoginDto'];
export type PasskeyOptionsDto = components['schemas']['PasskeyOptionsDto'];
export type CredentialsDto = components['schemas']['CredentialsDto'];
export type InviteeDto = components['schemas']['InviteeDto'];
export type InvitationTokenDto = components['schemas']['InvitationTokenDto'];
export type AcceptInvitationDto = components['schemas']['AcceptInvitationDto'];
export type PasskeyDto = components['schemas']['PasskeyDto'];
export type AccountDto = components['schemas']['AccountDto'];
export type ChangePasswordDto = components['schemas']['ChangePasswordDto'];
export type OwnSessionDto = components['schemas']['OwnSessionDto'];
export type AppSetUpDto = components['schemas']['AppSetUpDto'];
export type ProofDto = components['schemas']['ProofDto'];
export type RecoveryCodesDto = components['schemas']['RecoveryCodesDto'];
export type ConfirmSecondFactorDto = components['schemas']['ConfirmSecondFactorDto'];
export type NewPasskeyDto = components['schemas']['NewPasskeyDto'];
export type OfferingTenantDto = components['schemas']['OfferingTenantDto'];
export type FindSignOnDto = components['schemas']['FindSignOnDto'];
export type SignOnStateDto = components['schemas']['SignOnStateDto'];
export type SignOnDraftDto = components['schemas']['SignOnDraftDto'];
export type SignOnSetUpDto = components['schemas']['SignOnSetUpDto'];
export type SignOnWishDto = components['schemas']['SignOnWishDto'];
export type ConnectionDto = components['schemas']['ConnectionDto'];
export type ApiKeyDto = components['schemas']['ApiKeyDto'];
export type KeyDayDto = components['schemas']['KeyDayDto'];
export type KeyAddressDto = components['schemas']['KeyAddressDto'];
export type NeighbourKeyDto = components['schemas']['NeighbourKeyDto'];
export type HandoverDto = components['schemas']['HandoverDto'];
export type KeyActivityDto = components['schemas']['KeyActivityDto'];
export type IssuedHandoverDto = components['schemas']['IssuedHandoverDto'];
export type CreateHandoverDto = components['schemas']['CreateHandoverDto'];
export type IssuedKeyDto = components['schemas']['IssuedKeyDto'];
export type ConnectionWishDto = components['schemas']['ConnectionWishDto'];
export type CreateKeyDto = components['schemas']['CreateKeyDto'];
export type RotatedKeyDto = components['schemas']['RotatedKeyDto'];
export type RotateKeyDto = components['schemas']['RotateKeyDto'];
export type OfferedKeyDto = components['schemas']['OfferedKeyDto'];
export type HandoverTokenDto = components['schemas']['HandoverTokenDto'];
export type HandedOverKeyDto = components['schemas']['HandedOverKeyDto'];
export type PacingSettingsDto = components['schemas']['PacingSettingsDto'];
export type ThresholdDto = components['schemas']['ThresholdDto'];
export type GuardDto = components['schemas']['GuardDto'];
export type DeprovisioningPauseDto = components['schemas']['DeprovisioningPauseDto'];
export type SyncTargetDto = components['schemas']['SyncTargetDto'];
export type RetentionDto = components['schemas']['RetentionDto'];
export type SettingsDto = components['schemas']['SettingsDto'];
export type RedrawDto = components['schemas']['RedrawDto'];
export type SettingsMetaDto = components['schemas']['SettingsMetaDto'];
export type ChangePacingDto = components['schemas']['ChangePacingDto'];
export type ChangeThresholdDto = components['schemas']['ChangeThresholdDto'];
export type ChangeGuardDto = components['schemas']['ChangeGuardDto'];
export type ChangeRetentionDto = components['schemas']['ChangeRetentionDto'];
export type ChangeSettingsDto = components['schemas']['ChangeSettingsDto'];
export type AdministratorDto = components['schemas']['AdministratorDto'];
export type PendingInvitationDto = components['schemas']['PendingInvitationDto'];
export type IssuedInvitationDto = components['schemas']['IssuedInvitationDto'];
export type InviteDto = components['schemas']['InviteDto'];
export type ChangeRoleDto = components['schemas']['ChangeRoleDto'];
export type AuditEventDto = components['schemas']['AuditEventDto'];
export type ConnectionKeyDto = components['schemas']['ConnectionKeyDto'];
export type ConnectionRowDto = components['schemas']['ConnectionRowDto'];
export type CreatedConnectionDto = components['schemas']['CreatedConnectionDto'];
export type CreateConnectionDto = components['schemas']['CreateConnectionDto'];
export type ConnectionRefusalDto = components['schemas']['ConnectionRefusalDto'];
export type ConnectionDetailDto = components['schemas']['ConnectionDetailDto'];
export type ChangeConnectionDto = components['schemas']['ChangeConnectionDto'];
export type ConflictRowDto = components['schemas']['ConflictRowDto'];
export type ComparedFieldDto = components['schemas']['ComparedFieldDto'];
export type PersonInViewDto = components['schemas']['PersonInViewDto'];
export type ChangedPersonDto = components['schemas']['ChangedPersonDto'];
export type FieldChangeDto = components['schemas']['FieldChangeDto'];
export type DecisionEffectDto = components['schemas']['DecisionEffectDto'];
export type ConflictDetailDto = components['schemas']['ConflictDetailDto'];
export type DecideConflictDto = components['schemas']['DecideConflictDto'];
export type AlertMessageDto = components['schemas']['AlertMessageDto'];
export type AlertDto = components['schemas']['AlertDto'];
export type AlertListMetaDto = components['schemas']['AlertListMetaDto'];
export type QuietHoursDto = components['schemas']['QuietHoursDto'];
export type ThresholdRangeDto = components['schemas']['ThresholdRangeDto'];
export type AlertKindDto = components['schemas']['AlertKindDto'];
export type AlertSettingsDto = components['schemas']['AlertSettingsDto'];
export type AlertSettingsMetaDto = components['schemas']['AlertSettingsMetaDto'];
export type PutAlertKindDto = components['schemas']['PutAlertKindDto'];
export type PutAlertSettingsDto = components['schemas']['PutAlertSettingsDto'];
export type AlertTokenDto = components['schemas']['AlertTokenDto'];
export type PauseDto = components['schemas']['PauseDto'];
export type TargetSystemDto = components['schemas']['TargetSystemDto'];
export type LeaseRowDto = components['schemas']['LeaseRowDto'];
export type ErrorGroupDto = components['schemas']['ErrorGroupDto'];
export type PauseSystemDto = components['schemas']['PauseSystemDto'];
export type SystemBodyDto = components['schemas']['SystemBodyDto'];
export type DiscrepancyRowDto = components['schemas']['DiscrepancyRowDto'];
export type ResolvedDto = components['schemas']['ResolvedDto'];
export type ResolveSelectionDto = components['schemas']['ResolveSelectionDto'];
export type UndoSelectionDto = components['schemas']['UndoSelectionDto'];
export type ColumnTargetDto = components['schemas']['ColumnTargetDto'];
export type FileColumnDto = components['schemas']['FileColumnDto'];
export type FieldWordsDto = components['schemas']['FieldWordsDto'];
export type FileRowDto = components['schemas']['FileRowDto'];
export type FileHeadDto = components['schemas']['FileHeadDto'];
export type FileOptionsDto = components['schemas']['FileOptionsDto'];
export type FileRunDto = components['schemas']['FileRunDto'];
export type KeptMappingDto = components['schemas']['KeptMappingDto'];
export type PutKeptMappingDto = components['schemas']['PutKeptMappingDto'];
export type DiscrepancyGroupDto = components['schemas']['DiscrepancyGroupDto'];
export type GroupFailureDto = components['schemas']['GroupFailureDto'];
export type GroupResolvedDto = components['schemas']['GroupResolvedDto'];
export type ResolveGroupDto = components['schemas']['ResolveGroupDto'];
export type RuleDto = components['schemas']['RuleDto'];
export type CreateRuleDto = components['schemas']['CreateRuleDto'];
export type WaitingSubmissionDto = components['schemas']['WaitingSubmissionDto'];
export type FormLineDto = components['schemas']['FormLineDto'];
export type SubmissionCardDto = components['schemas']['SubmissionCardDto'];
export type FieldDecisionDto = components['schemas']['FieldDecisionDto'];
export type ResolveSubmissionDto = components['schemas']['ResolveSubmissionDto'];
export type PassedLimitDto = components['schemas']['PassedLimitDto'];
export type HoldRowDto = components['schemas']['HoldRowDto'];
export type HeldRunDto = components['schemas']['HeldRunDto'];
export type PeopleOfKindDto = components['schemas']['PeopleOfKindDto'];
export type HeldForDto = components['schemas']['HeldForDto'];
export type UsualDeprovisioningsDto = components['schemas']['UsualDeprovisioningsDto'];
export type RunOfHoldDto = components['schemas']['RunOfHoldDto'];
export type DecisionPreviewDto = components['schemas']['DecisionPreviewDto'];
export type PreviewDecisionDto = components['schemas']['PreviewDecisionDto'];
export type DecidedDto = components['schemas']['DecidedDto'];
export type DecideSelectionDto = components['schemas']['DecideSelectionDto'];
export type DecidedRunDto = components['schemas']['DecidedRunDto'];
export type DecideRunDto = components['schemas']['DecideRunDto'];
export type HoldDetailDto = components['schemas']['HoldDetailDto'];
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
export type ReplayMatchingDto = components['schemas']['ReplayMatchingDto'];
export type QueueStepDto = components['schemas']['QueueStepDto'];
export type RowCountsDto = components['schemas']['RowCountsDto'];
export type RequestRowDto = components['schemas']['RequestRowDto'];
export type RequestDto = components['schemas']['RequestDto'];
export type SenderDto = components['schemas']['SenderDto'];
export type UsualRunDto = components['schemas']['UsualRunDto'];
export type RunRowDto = components['schemas']['RunRowDto'];
export type FailureCauseDto = components['schemas']['FailureCauseDto'];
export type RunPageDto = components['schemas']['RunPageDto'];
export type RunChangeDto = components['schemas']['RunChangeDto'];
export type AdminFailedRowDto = components['schemas']['AdminFailedRowDto'];
export type UndoRunDto = components['schemas']['UndoRunDto'];
export type FoundPersonDto = components['schemas']['FoundPersonDto'];
export type FoundRunDto = components['schemas']['FoundRunDto'];
export type FoundSubmissionDto = components['schemas']['FoundSubmissionDto'];
export type FoundKeyDto = components['schemas']['FoundKeyDto'];
export type FoundRequestDto = components['schemas']['FoundRequestDto'];
export type FoundDto = components['schemas']['FoundDto'];
export type AttentionDto = components['schemas']['AttentionDto'];
export type NightlyRunDto = components['schemas']['NightlyRunDto'];
export type SystemOfOverviewDto = components['schemas']['SystemOfOverviewDto'];
export type ProvisioningDayDto = components['schemas']['ProvisioningDayDto'];
export type LastRunDto = components['schemas']['LastRunDto'];
export type OverviewDto = components['schemas']['OverviewDto'];
export type ProgramDto = components['schemas']['ProgramDto'];
export type TemplateMilestoneDto = components['schemas']['TemplateMilestoneDto'];
export type TemplateDto = components['schemas']['TemplateDto'];
export type TemplateFileDto = components['schemas']['TemplateFileDto'];
export type UserRowDto = components['schemas']['UserRowDto'];
export type AccountStatusDto = components['schemas']['AccountStatusDto'];
export type UserChangeDto = components['schemas']['UserChangeDto'];
export type StatusSetterDto = components['schemas']['StatusSetterDto'];
export type InactiveAtSourceDto = components['schemas']['InactiveAtSourceDto'];
export type KeptActiveDto = components['schemas']['KeptActiveDto'];
export type PersonCountsDto = components['schemas']['PersonCountsDto'];
export type StandingDto = components['schemas']['StandingDto'];
export type SeatDissertationDto = components['schemas']['SeatDissertationDto'];
export type SeatDto = components['schemas']['SeatDto'];
export type PersonSubmissionDto = components['schemas']['PersonSubmissionDto'];
export type DisclosureDto = components['schemas']['DisclosureDto'];
export type PersonDisclosureDto = components['schemas']['PersonDisclosureDto'];
export type PersonDisclosuresMetaDto = components['schemas']['PersonDisclosuresMetaDto'];
export type PlannedTableDto = components['schemas']['PlannedTableDto'];
export type ErasurePlanDto = components['schemas']['ErasurePlanDto'];
export type ErasureDto = components['schemas']['ErasureDto'];
export type EraseDto = components['schemas']['EraseDto'];
export type LegalHoldDto = components['schemas']['LegalHoldDto'];
export type LegalHoldStateDto = components['schemas']['LegalHoldStateDto'];
export type SetLegalHoldDto = components['schemas']['SetLegalHoldDto'];
export type Failure = components['schemas']['Failure'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
