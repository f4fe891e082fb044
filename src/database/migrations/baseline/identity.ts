import { ASCII, EXACT } from './column-types.js';

/** What matching cannot decide alone. */
export const IDENTITY_TABLES = {
  identity_conflicts: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "id" char(29) ${ASCII} NOT NULL,
    "kind" varchar(32) ${ASCII} NOT NULL,
    "subject" varchar(64) ${EXACT} NOT NULL,
    "userId" varchar(64) ${ASCII} NOT NULL,
    "ownerId" varchar(64) ${ASCII} NULL,
    "status" varchar(16) ${ASCII} NOT NULL,
    "decision" varchar(16) ${ASCII} NULL,
    "count" int unsigned NOT NULL,
    "firstAt" datetime(3) NOT NULL,
    "lastAt" datetime(3) NOT NULL,
    "actor" varchar(128) NOT NULL,
    "run" varchar(100) ${ASCII} NULL,
    "requestId" varchar(255) NOT NULL,
    "sent" json NULL,
    "seen" json NULL,
    "applied" json NULL,
    "effect" json NULL,
    "newUserId" varchar(64) ${ASCII} NULL,
    "note" varchar(1000) NULL,
    "decidedAt" datetime(3) NULL,
    "decidedBy" varchar(128) NULL,
    "takenBackAt" datetime(3) NULL,
    "takenBackBy" varchar(128) NULL,
    PRIMARY KEY ("tenantId", "id"),
    KEY "ix_identity_conflicts_list"
      ("tenantId", "lastAt", "id", "status", "kind", "subject", "userId", "ownerId"),
    KEY "ix_identity_conflicts_first" ("tenantId", "firstAt", "id", "status", "subject"),
    KEY "ix_identity_conflicts_open" ("status", "kind"),
    KEY "ix_identity_conflicts_user" ("tenantId", "userId"),
    KEY "ix_identity_conflicts_owner" ("tenantId", "ownerId"),
    KEY "ix_identity_conflicts_new_user" ("tenantId", "newUserId"),
    KEY "ix_identity_conflicts_subject" ("tenantId", "subject")`,
};
