import { ASCII, EXACT } from './column-types.js';

/** What tenants set, when they were checked, their incidents, and a row for each message to each recipient. */
export const ALERT_TABLES = {
  alert_settings: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "settings" json NULL,
    "tokenHash" binary(32) NULL,
    "tokenMadeAt" datetime(3) NULL,
    "tokenKeyId" char(16) ${ASCII} NULL,
    PRIMARY KEY ("tenantId"),
    UNIQUE KEY "uq_alert_settings_token" ("tokenHash")`,
  alert_checks: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "observedAt" datetime(3) NOT NULL,
    "checkedAt" datetime(3) NULL,
    PRIMARY KEY ("tenantId")`,
  alert_incidents: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "id" char(29) ${ASCII} NOT NULL,
    "kind" varchar(32) ${ASCII} NOT NULL,
    "subject" varchar(160) ${EXACT} NOT NULL,
    "openKey" varchar(200) ${EXACT} NULL,
    "facts" varchar(600) NOT NULL,
    "openedAt" datetime(3) NOT NULL,
    "endedAt" datetime(3) NULL,
    "endedBy" varchar(16) ${ASCII} NULL,
    PRIMARY KEY ("tenantId", "id"),
    UNIQUE KEY "uq_alert_incidents_open" ("tenantId", "openKey"),
    KEY "ix_alert_incidents_list" ("tenantId", "openedAt", "id"),
    KEY "ix_alert_incidents_ended" ("endedAt", "kind")`,
  alert_messages: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "incidentId" char(29) ${ASCII} NOT NULL,
    "phase" varchar(8) ${ASCII} NOT NULL,
    "recipient" varchar(254) ${EXACT} NOT NULL,
    "status" varchar(10) ${ASCII} NOT NULL,
    "attempts" int unsigned NOT NULL,
    "dueAt" datetime(3) NOT NULL,
    "claim" char(36) ${ASCII} NULL,
    "createdAt" datetime(3) NOT NULL,
    "sentAt" datetime(3) NULL,
    "lastError" varchar(200) NULL,
    PRIMARY KEY ("tenantId", "incidentId", "phase", "recipient"),
    KEY "ix_alert_messages_due" ("status", "dueAt"),
    KEY "ix_alert_messages_created" ("createdAt"),
    KEY "ix_alert_messages_recipient" ("tenantId", "recipient")`,
};
