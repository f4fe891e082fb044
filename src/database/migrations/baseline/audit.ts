import { ASCII } from './column-types.js';

/** The chained log, the head of each tenant's chain, and what names people in it, encrypted. */
export const AUDIT_TABLES = {
  audit_events: `
    "id" bigint unsigned NOT NULL AUTO_INCREMENT,
    "tenantId" char(14) ${ASCII} NOT NULL,
    "at" datetime(3) NOT NULL,
    "actor" varchar(128) NOT NULL,
    "action" varchar(64) ${ASCII} NOT NULL,
    "target" varchar(128) NOT NULL,
    "before" json NULL,
    "after" json NULL,
    "address" varchar(64) ${ASCII} NULL,
    "requestId" varchar(255) NOT NULL,
    "run" varchar(100) ${ASCII} NULL,
    "actEntries" int unsigned NOT NULL DEFAULT 1,
    "people" json NULL,
    "position" bigint unsigned NOT NULL,
    "chainOffset" int unsigned NOT NULL,
    "hash" char(64) ${ASCII} NOT NULL,
    "hashedId" bigint unsigned NOT NULL DEFAULT 0,
    PRIMARY KEY ("id"),
    UNIQUE KEY "uq_audit_events_position" ("tenantId", "position"),
    KEY "ix_audit_events_target" ("tenantId", "target", "id"),
    KEY "ix_audit_events_list" ("tenantId", "id", "actor", "action", "at", "actEntries"),
    KEY "ix_audit_events_run" ("tenantId", "run", "id", "actor", "action", "at", "actEntries")`,
  audit_heads: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "entries" bigint unsigned NOT NULL,
    "hash" char(64) ${ASCII} NOT NULL,
    "removed" bigint unsigned NOT NULL,
    "removedHash" char(64) ${ASCII} NOT NULL,
    PRIMARY KEY ("tenantId")`,
  audit_person_keys: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "userId" varchar(64) ${ASCII} NOT NULL,
    "sealedKey" varbinary(255) NULL,
    PRIMARY KEY ("tenantId", "userId")`,
  audit_boxes: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "userId" varchar(64) ${ASCII} NOT NULL,
    "digest" char(64) ${ASCII} NOT NULL,
    "box" mediumblob NOT NULL,
    PRIMARY KEY ("tenantId", "digest"),
    KEY "ix_audit_boxes_user" ("tenantId", "userId")`,
};
