import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePorts } from '../../../bench/support/ports.js';
import { Program } from '../../../bench/support/program.js';
import { runCommand } from '../../../src/database/private-server/run-command.js';
import { newCertificate } from '../../support/certificates.js';
import { CookieClient } from '../../support/cookie-client.js';
import { installWithoutService } from '../../support/install-without-service.js';
import { until } from '../../support/until.js';

const INSTALLED = '/usr/share/simplesamlphp';
const PACKAGES = ['simplesamlphp', 'php-cli', 'php-xml', 'php-mbstring'];

/** Who may log in there, by the name for its form: a password and attributes. */
export const PEOPLE = {
  ann: {
    uid: ['ann'],
    mail: ['ann@test.example.edu'],
    eduPersonPrincipalName: ['ann@test.example.edu'],
    eduPersonScopedAffiliation: ['staff@test.example.edu', 'member@test.example.edu'],
  },
  visitor: { uid: ['visitor'], mail: ['visitor@elsewhere.example'] },
  nameless: { uid: ['nameless'] },
} as const;
const PASSWORD = 'a password of the tests';

async function isThere(): Promise<boolean> {
  const code = `exit(extension_loaded('dom') && extension_loaded('mbstring') && is_dir('${INSTALLED}') ? 0 : 1);`;
  return (await runCommand('php', ['-r', code])).ok;
}

/** Installs the distribution's SimpleSAMLphp when it is missing and permitted, without a web server being started. */
async function ensureInstalled(): Promise<void> {
  if (await isThere()) return;
  for (const name of PACKAGES)
    await installWithoutService(name, `SimpleSAMLphp is not complete; installing ${name} with apt-get.`);
  if (!(await isThere()))
    throw new Error(`These tests need SimpleSAMLphp (on Debian: apt-get install ${PACKAGES.join(' ')}).`);
}

/** The text as PHP. */
function php(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(php).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `[${Object.entries(value)
      .map(([key, one]) => `${php(/^\d+$/.test(key) ? Number(key) : key)} => ${php(one)}`)
      .join(', ')}]`;
  return typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : String(value);
}

/** SimpleSAMLphp as an identity provider, in PHP's own server on the loopback interface. */
export class SimpleSamlPhp {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly server: Program,
  ) {}

  /** @param service the metadata of the service, which it reads as it is */
  static async start(service: string): Promise<SimpleSamlPhp> {
    await ensureInstalled();
    const folder = mkdtempSync(join(tmpdir(), 'integration-saml-'));
    const [port = 0] = await freePorts(1);
    configure(folder, port, service);
    const options = [
      '-d',
      `session.save_path=${folder}`,
      '-d',
      'display_errors=0',
      '-d',
      'error_reporting=0',
    ];
    const env = { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: folder };
    const server = Program.start(
      'SimpleSAMLphp',
      ['php', ...options, '-S', `127.0.0.1:${port}`, '-t', `${INSTALLED}/www`],
      { log: join(folder, 'log'), env },
    ).ignoreOutput();
    const provider = new SimpleSamlPhp(folder, port, server);
    await until('SimpleSAMLphp answers', () => isUp(provider.metadataUrl), { within: 30_000 });
    return provider;
  }

  get metadataUrl(): string {
    return `http://127.0.0.1:${this.port}/saml2/idp/metadata.php`;
  }

  async stop(): Promise<void> {
    await this.server.stop('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Logs in with the form, as a browser does.
   * @param location to which the service redirects
   * @returns the form that its last page has the browser post, and where to
   */
  async logIn(
    location: string,
    name: keyof typeof PEOPLE,
  ): Promise<{ action: string; form: URLSearchParams }> {
    const browser = new CookieClient();
    const asked = await pageAt(browser, location);
    const form = new URLSearchParams(hiddenFields(asked.text));
    form.set('username', name);
    form.set('password', PASSWORD);
    const { text } = await pageAt(browser, asked.url, form);
    const action = unescaped(/<form [^>]*action="([^"]+)"/.exec(text)?.[1] ?? '');
    if (action === '') throw new Error(`SimpleSAMLphp did not log in: ${text.slice(0, 2000)}`);
    return { action, form: new URLSearchParams(hiddenFields(text)) };
  }
}

/** The page to which redirections from this address lead. */
async function pageAt(
  browser: CookieClient,
  address: string,
  form?: URLSearchParams,
): Promise<{ url: string; text: string }> {
  let url = address;
  let sent = form;
  for (let steps = 0; steps < 10; steps += 1) {
    const answer = await browser.visit(url, sent);
    const to = answer.headers.get('location');
    const text = await answer.text();
    if (to === null) return { url, text };
    url = new URL(to, url).href;
    sent = undefined;
  }
  throw new Error(`Too many redirections at ${address}`);
}

function hiddenFields(page: string): [string, string][] {
  return [...page.matchAll(/<input [^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
    unescaped(/name="([^"]*)"/.exec(tag)?.[1] ?? ''),
    unescaped(/value="([^"]*)"/.exec(tag)?.[1] ?? ''),
  ]);
}

function unescaped(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/&#(x[0-9a-f]+|\d+);/gi, (_, code: string) =>
      String.fromCodePoint(Number(code.replace(/^x/i, '0x'))),
    )
    .replaceAll('&amp;', '&');
}

async function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  );
}

function configure(folder: string, port: number, service: string): void {
  const metadata = join(folder, 'metadata');
  for (const name of [metadata, join(folder, 'data'), join(folder, 'temp')]) mkdirSync(name);
  newCertificate(folder, 2, 'rsa');
  writeFileSync(join(folder, 'service.xml'), service);
  const config = {
    baseurlpath: `http://127.0.0.1:${port}/`,
    certdir: `${folder}/`,
    datadir: `${folder}/data/`,
    tempdir: `${folder}/temp`,
    metadatadir: metadata,
    attributenamemapdir: '/etc/simplesamlphp/attributemap/',
    'module.enable': { exampleauth: true },
    'enable.saml20-idp': true,
    secretsalt: 'a salt of the tests',
    'auth.adminpassword': PASSWORD,
    'logging.handler': 'errorlog',
    'store.type': 'phpsession',
    'session.cookie.secure': false,
    'metadata.sources': [{ type: 'flatfile' }, { type: 'xml', file: join(folder, 'service.xml') }],
  };
  const users = Object.entries(PEOPLE).map(([name, attributes]): [string, unknown] => [
    `${name}:${PASSWORD}`,
    attributes,
  ]);
  const sources = { people: { 0: 'exampleauth:UserPass', ...Object.fromEntries(users) } };
  const hosted = {
    host: '__DEFAULT__',
    privatekey: 'key.pem',
    certificate: 'cert.pem',
    auth: 'people',
    'signature.algorithm': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'attributes.NameFormat': 'urn:oasis:names:tc:SAML:2.0:attrname-format:uri',
    authproc: { 100: { class: 'core:AttributeMap', 0: 'name2oid' } },
  };
  writeFileSync(join(folder, 'config.php'), `<?php\n$config = ${php(config)};\n`);
  writeFileSync(join(folder, 'authsources.php'), `<?php\n$config = ${php(sources)};\n`);
  writeFileSync(
    join(metadata, 'saml20-idp-hosted.php'),
    `<?php\n$metadata['__DYNAMIC:1__'] = ${php(hosted)};\n`,
  );
}
