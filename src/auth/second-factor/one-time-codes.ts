import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** A code of the period before or after counts, as clocks differ. */
const TOLERATED_PERIODS = 1;
const SECRET_BYTES = 20;

/** The name under which apps list the account. */
const ISSUER = 'Integration administration';

function generatorOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}

/** A secret for an app, in base 32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an app reads from a QR code. */
export function appAddress(secret: string, email: string): string {
  return generatorOf(secret, email).toString();
}

/** The period of the code; undefined when the code is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = generatorOf(secret).validate({ token: code, timestamp, window: TOLERATED_PERIODS });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
