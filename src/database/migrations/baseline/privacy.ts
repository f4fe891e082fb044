import { ASCII } from './column-types.js';

/** How far each erasure is, legal holds, who was given data about whom, and how far the retention sweep is. */
export const PRIVACY_TABLES = {
  erasures: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "userId" varchar(64) ${ASCII} NOT NULL,
    "state" varchar(16) ${ASCII} NOT NULL,
    "step" varchar(64) ${ASCII} NOT NULL,
    "dueAt" datetime(3) NOT NULL,
    "requestedAt" datetime(3) NOT NULL,
    "requestedBy" varchar(128) NOT NULL,
    "requestId" varchar(255) NOT NULL,
    "sealedKeys" mediumblob NULL,
    "erasedRows" int unsigned NOT NULL,
    "finishedAt" datetime(3) NULL,
    PRIMARY KEY ("tenantId", "userId"),
    KEY "ix_erasures_due" ("state", "dueAt")`,
  legal_holds: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "userId" varchar(64) ${ASCII} NOT NULL,
    "reason" varchar(500) NOT NULL,
    "since" datetime(3) NOT NULL,
    "setBy" varchar(128) NOT NULL,
    PRIMARY KEY ("tenantId", "userId")`,
  disclosures: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "day" date NOT NULL,
    "actor" varchar(128) ${ASCII} NOT NULL,
    "kind" varchar(16) ${ASCII} NOT NULL,
    "people" int unsigned NOT NULL,
    PRIMARY KEY ("tenantId", "day", "actor", "kind")`,
  disclosure_blocks: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "block" bigint unsigned NOT NULL,
    "day" date NOT NULL,
    "actor" varchar(128) ${ASCII} NOT NULL,
    "kind" varchar(16) ${ASCII} NOT NULL,
    "members" varbinary(1024) NOT NULL,
    PRIMARY KEY ("tenantId", "block", "day", "actor", "kind"),
    KEY "ix_disclosure_blocks_day" ("tenantId", "day")`,
  retention_progress: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "kind" varchar(32) ${ASCII} NOT NULL,
    "sweptOn" date NULL,
    "removed" int unsigned NOT NULL,
    PRIMARY KEY ("tenantId", "kind")`,
};
