import { readFileSync } from 'node:fs';

/** A host that an address without TLS may name together with a password. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);
const TLS = ['required', 'unverified', 'off'] as const;

/** The mail server of the operator, and who its messages come from. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  readonly isTlsFromStart: boolean;
  /** `off`: nothing is encrypted; `unverified`: the certificate is not checked. */
  readonly tls: (typeof TLS)[number];
  readonly login: { readonly user: string; readonly password: string } | undefined;
  readonly from: string;
}

/** The variables of the mail server, as the environment gives them. */
export interface MailVariables {
  readonly SMTP_URL?: string | undefined;
  readonly SMTP_PASSWORD_FILE?: string | undefined;
  readonly SMTP_FROM?: string | undefined;
}

const SHAPE =
  'SMTP_URL must look like smtp://user:password@mail.example.edu:587, or smtps://… for TLS from the start';

/** Percent-encoded texts; undefined when one is not encoded correctly. */
function decoded(texts: readonly string[]): string[] | undefined {
  try {
    return texts.map((text) => decodeURIComponent(text));
  } catch {
    return undefined;
  }
}

/** The password in the file; undefined when it cannot be read, or is none. */
function passwordIn(file: string): string | undefined {
  try {
    const password = readFileSync(file, 'utf8').trim();
    return password === '' || /[\r\n]/.test(password) ? undefined : password;
  } catch {
    return undefined;
  }
}

function isTls(text: string): text is MailServer['tls'] {
  return TLS.some((one) => one === text);
}

/** One line for each problem; none contains a value, which may be a password. */
function problemsOf(
  url: URL,
  { from, user, password, file }: Record<'from' | 'user' | 'password' | 'file', string>,
): string[] {
  const tls = url.searchParams.get('tls') ?? 'required';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const unknown = [...url.searchParams.keys()].some((name) => name !== 'tls');
  const checks: readonly (readonly [isWrong: boolean, line: string])[] = [
    [!['', '/'].includes(url.pathname) || url.hash !== '' || host === '', SHAPE],
    [unknown || !isTls(tls), `SMTP_URL takes one parameter: tls, which is one of ${TLS.join(', ')}`],
    [url.protocol === 'smtps:' && tls === 'off', 'SMTP_URL with smtps:// cannot have tls=off; use smtp://'],
    [
      tls === 'off' && user !== '' && !LOOPBACK.has(host),
      'SMTP_URL with tls=off may log in at this machine only: the password would be readable on the way',
    ],
    [user === '' && (password !== '' || file !== ''), 'SMTP_URL must name a user when there is a password'],
    [
      password !== '' && file !== '',
      'SMTP_URL has a password and SMTP_PASSWORD_FILE is set; give one of them',
    ],
    [
      user !== '' && password === '' && file === '',
      'SMTP_URL names a user; give the password there, or in SMTP_PASSWORD_FILE',
    ],
    [
      !/^[^\s@<>"]+@[^\s@<>"]+$/.test(from),
      'SMTP_FROM must be an e-mail address, such as alerts@example.edu',
    ],
  ];
  return checks.flatMap(([isWrong, line]) => (isWrong ? [line] : []));
}

/** @returns the mail server, undefined when none is set, or a line for each problem, without any value */
export function mailServerOf(
  variables: MailVariables,
): MailServer | undefined | { readonly problems: string[] } {
  const { SMTP_URL, SMTP_PASSWORD_FILE: file = '', SMTP_FROM: from = '' } = variables;
  if (SMTP_URL === undefined) {
    const alone = Object.entries({ SMTP_PASSWORD_FILE: file, SMTP_FROM: from }).find(
      ([, value]) => value !== '',
    );
    return alone === undefined ? undefined : { problems: [`${alone[0]} has no effect without SMTP_URL`] };
  }
  if (!/^smtps?:\/\/[^\s/]+/i.test(SMTP_URL) || !URL.canParse(SMTP_URL)) return { problems: [SHAPE] };
  const url = new URL(SMTP_URL);
  const [user = '', inUrl = ''] = decoded([url.username, url.password]) ?? [];
  if (decoded([url.username, url.password]) === undefined)
    return { problems: ['SMTP_URL has a user or password that is not percent-encoded'] };
  const problems = problemsOf(url, { from, user, password: inUrl, file });
  if (problems.length > 0) return { problems };
  const password = file === '' ? inUrl : passwordIn(file);
  if (password === undefined)
    return { problems: ['SMTP_PASSWORD_FILE must name a file with the password and nothing else'] };
  const isTlsFromStart = url.protocol === 'smtps:';
  const tls = url.searchParams.get('tls') ?? 'required';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTlsFromStart ? 465 : 587) : Number(url.port),
    isTlsFromStart,
    tls: isTls(tls) ? tls : 'required',
    login: user === '' ? undefined : { user, password },
    from,
  };
}
