import { Injectable } from '@nestjs/common';

import { PublicUrl } from '../../../config/public-url.js';
import { guardedFetch } from '../../../outgoing/guarded-fetch.js';
import { isPublicHost } from '../../../outgoing/private-addresses.js';
import { wallTime } from '../../../tenancy/time/tenant-clock.js';
import { sentence } from '../../../texts/sentence.js';
import { isAllowedEndpoint } from '../issuer-address.js';
import { MetadataRefused, readMetadata, type SamlMetadata } from './saml-metadata.js';

/** Metadata of one provider has about 10 kB; that of a federation, which may have more, must be cut down. */
const MOST_BYTES = 1024 * 1024;

/** Metadata of identity providers, as an administrator sends it, or from its address. */
@Injectable()
export class SamlMetadataSource {
  constructor(private readonly publicUrl: PublicUrl) {}

  /** @throws {MetadataRefused} */
  read(xml: string): SamlMetadata {
    return readMetadata(xml, this.publicUrl.isLocal, wallTime());
  }

  /** @throws {MetadataRefused} when the address is not allowed, does not answer, or has something else */
  async fetch(url: string): Promise<SamlMetadata> {
    const { isLocal } = this.publicUrl;
    if (!isAllowedEndpoint(url, isLocal))
      throw new MetadataRefused(sentence('must be an https:// address without a user name'));
    if (!isLocal && !(await isPublicHost(new URL(url))))
      throw new MetadataRefused(sentence('must be a public address; paste the metadata of a private one'));
    return this.read(await this.textAt(url, isLocal));
  }

  private async textAt(url: string, mayBePrivate: boolean): Promise<string> {
    try {
      const answer = await guardedFetch({ mayBePrivate, mostBytes: MOST_BYTES })(url, {
        method: 'GET',
        headers: { accept: 'application/samlmetadata+xml, application/xml' },
      });
      if (answer.status === 200) return await answer.text();
    } catch {
      // As when another status is answered.
    }
    throw new MetadataRefused(
      sentence('must be an address that answers with metadata of at most 1 MiB, without a redirection'),
    );
  }
}
