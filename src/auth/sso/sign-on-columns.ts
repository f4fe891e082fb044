import { Column } from 'typeorm';

import type { SealedColumn } from '../../secrets/sealed-columns.js';
import type { StoredMetadata } from './saml/saml-metadata.js';

/** What settings of single sign-on have, those in use and those that are being set up. */
export abstract class SignOnColumns {
  /** Of SAML, the entity ID of the provider. */
  @Column({ type: 'varchar', length: 500, charset: 'ascii', collation: 'ascii_bin' })
  issuer!: string;

  /** Null of SAML. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  clientId!: string | null;

  /** The client secret, sealed as {@link CLIENT_SECRETS} say; null of SAML. */
  @Column({ type: 'varbinary', length: 1024, nullable: true })
  sealedSecret!: Buffer | null;

  /** What the metadata of a provider of SAML says; null of OpenID Connect. */
  @Column({ type: 'json', nullable: true })
  metadata!: StoredMetadata | null;

  /** Where the metadata is read again; null where it was sent. */
  @Column({ type: 'varchar', length: 500, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  metadataUrl!: string | null;

  /** When that was last tried. */
  @Column({ type: 'datetime', precision: 3, nullable: true })
  metadataReadAt!: Date | null;

  @Column({ type: 'datetime', precision: 3 })
  changedAt!: Date;
}

/** How client secrets are sealed. Boxes are copied from what is being set up to what is in use. */
export const CLIENT_SECRETS: Omit<SealedColumn, 'kind' | 'table'> = {
  column: 'sealedSecret',
  key: ['tenantId'],
  purpose: 'single sign-on client secrets',
  ownerOf: ({ tenantId = '' }) => tenantId,
};
