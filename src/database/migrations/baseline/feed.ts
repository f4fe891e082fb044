import { ASCII, EXACT } from './column-types.js';

/** How files of a sender are read, kept by administrators. */
export const FEED_TABLES = {
  kept_mappings: `
    "tenantId" char(14) ${ASCII} NOT NULL,
    "sender" varchar(100) ${EXACT} NOT NULL,
    "columnsHash" char(64) ${ASCII} NOT NULL,
    "mapping" text NOT NULL,
    "encoding" varchar(40) ${ASCII} NOT NULL,
    "blankClears" tinyint(1) NOT NULL,
    "changedAt" datetime(3) NOT NULL,
    "changedBy" varchar(128) NOT NULL,
    PRIMARY KEY ("tenantId", "sender")`,
};
