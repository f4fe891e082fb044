import { ASCII } from './column-types.js';

/** What belongs to no tenant. */
export const INSTALLATION_TABLES = {
  server_keys: `
    "keyId" char(16) ${ASCII} NOT NULL,
    "createdAt" datetime(3) NOT NULL,
    "inUseSince" datetime(3) NOT NULL,
    "sealedHashKey" varbinary(255) NOT NULL,
    PRIMARY KEY ("keyId")`,
  leases: `
    "name" varchar(64) ${ASCII} NOT NULL,
    "holder" char(36) ${ASCII} NOT NULL,
    "until" bigint unsigned NOT NULL,
    PRIMARY KEY ("name")`,
  background_runs: `
    "name" varchar(40) ${ASCII} NOT NULL,
    "process" varchar(160) NOT NULL,
    "startedAt" datetime(3) NOT NULL,
    "durationMs" int unsigned NOT NULL,
    "error" varchar(100) NULL,
    "seenAt" datetime(3) NOT NULL,
    PRIMARY KEY ("name", "process"),
    KEY "ix_background_runs_seen" ("seenAt")`,
};
