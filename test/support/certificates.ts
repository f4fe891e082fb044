import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
  readonly certificateFile: string;
}

const KEYS = { ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], rsa: ['-newkey', 'rsa:2048'] };

/** A certificate of this machine that signs itself, for so many days, in files of the folder. */
export function newCertificate(folder: string, days: number, key: keyof typeof KEYS = 'ec'): TestCertificate {
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = [...KEYS[key], '-nodes', '-days', String(days)];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const files = ['-keyout', keyFile, '-out', certificateFile];
  execFileSync('openssl', ['req', '-x509', ...options, ...files, ...subject], { stdio: 'ignore' });
  return {
    key: readFileSync(keyFile, 'utf8'),
    cert: readFileSync(certificateFile, 'utf8'),
    certificateFile,
  };
}
