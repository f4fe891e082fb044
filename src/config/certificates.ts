import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** @returns the certificates of a file in PEM; undefined when it cannot be read, or has none, or one that is broken */
export function certificatesIn(file: string): X509Certificate[] | undefined {
  try {
    const certificates = readFileSync(file, 'utf8')
      .match(PEM)
      ?.map((pem) => new X509Certificate(pem));
    return certificates?.length === 0 ? undefined : certificates;
  } catch {
    return undefined;
  }
}
