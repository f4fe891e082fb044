import { ASCII } from './column-types.js';

/** Tenants for tests, what their next calls answer, and what was asked of them. */
export const SANDBOX_TABLES = {
  sandboxes: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "owner" char(29) ${ASCII} NOT NULL,
    "seed" varchar(10) ${ASCII} NOT NULL,
    "firstClock" json NULL,
    "administratorEmail" varchar(254) NOT NULL,
    "passwordHash" varchar(255) NOT NULL,
    "createdAt" datetime(3) NOT NULL,
    "expiresAt" datetime(3) NOT NULL,
    "deletedAt" datetime(3) NULL,
    PRIMARY KEY ("tenantId"),
    KEY "ix_sandboxes_owner" ("owner", "createdAt"),
    KEY "ix_sandboxes_expires" ("expiresAt")`,
  sandbox_templates: `
    "seed" varchar(10) ${ASCII} NOT NULL,
    "day" char(10) ${ASCII} NOT NULL,
    "version" varchar(32) ${ASCII} NOT NULL,
    "templateId" char(14) ${ASCII} NOT NULL,
    "usedAt" datetime(3) NOT NULL,
    PRIMARY KEY ("seed", "day", "version")`,
  sandbox_faults: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "position" smallint unsigned NOT NULL,
    "route" varchar(160) ${ASCII} NOT NULL,
    "timesLeft" int unsigned NULL,
    "status" smallint unsigned NULL,
    "delayMs" int unsigned NOT NULL,
    "abort" varchar(6) ${ASCII} NULL,
    PRIMARY KEY ("tenantId", "position")`,
  sandbox_requests: `
    "id" bigint unsigned NOT NULL AUTO_INCREMENT,
    "tenantId" char(14) ${ASCII} NOT NULL,
    "at" datetime(3) NOT NULL,
    "method" varchar(8) ${ASCII} NOT NULL,
    "url" varchar(2048) NOT NULL,
    "requestId" varchar(128) ${ASCII} NOT NULL,
    "requestHeaders" json NOT NULL,
    "requestBody" mediumtext NULL,
    "status" smallint unsigned NOT NULL,
    "responseHeaders" json NOT NULL,
    "responseBody" mediumtext NULL,
    "ms" int unsigned NOT NULL,
    PRIMARY KEY ("id"),
    KEY "ix_sandbox_requests_tenant" ("tenantId", "id")`,
};
