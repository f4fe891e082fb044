import { Inject, Injectable } from '@nestjs/common';

import { certificatesIn } from '../../config/certificates.js';
import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/environment.js';
import type { Scope } from '../../tenancy/scope.js';
import { momentIn, sentence } from '../../texts/sentence.js';
import type { AlertKind, AlertKindSpec, Finding } from './alert-kind.js';
import { listPage } from './causes.js';
import { DAY_MS } from './moments.js';

export const CERTIFICATE_EXPIRING: AlertKindSpec = {
  name: 'certificate_expiring',
  title: 'The certificate of the service expires',
  rule:
    'The certificate that callers are shown, or one of its chain, expires within so many days, or has expired, or ' +
    'cannot be read. Ends when the operator has renewed it. Watched where the operator has set CERTIFICATE_FILE.',
  threshold: { unit: 'days', standard: 14, range: [1, 90] },
  page: listPage('alerts', { kind: 'certificate_expiring' }),
};

/** Reads the file every time: a renewed certificate takes the place of the old one while the service runs. */
@Injectable()
export class CertificateExpiring implements AlertKind {
  readonly spec = CERTIFICATE_EXPIRING;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  find({ tenant }: Scope, threshold: number, now: Date): Promise<Finding[]> {
    const file = this.config.certificateFile;
    if (file === undefined) return Promise.resolve([]);
    const ends = certificatesIn(file)?.map(({ validTo }) => Date.parse(validTo));
    if (ends === undefined)
      return Promise.resolve([
        { subject: '', facts: [sentence('The certificate of the service cannot be read.')] },
      ]);
    const end = new Date(Math.min(...ends));
    if (end.getTime() > now.getTime() + threshold * DAY_MS) return Promise.resolve([]);
    const at = momentIn(tenant.timeZone, end);
    const expiry =
      end <= now
        ? sentence('The certificate of the service expired on {at}. The operator renews it.', { at })
        : sentence('The certificate of the service expires on {at}. The operator renews it.', { at });
    return Promise.resolve([{ subject: '', facts: [expiry] }]);
  }
}
