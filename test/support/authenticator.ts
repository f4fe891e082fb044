import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

import { PASSWORD } from './administrators.js';
import type { Answer, ApiClient, Body } from './api-client.js';

/** What a browser is asked for, as far as the tests look at it. */
export interface Asked {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
  readonly excludeCredentials?: readonly { readonly id: string }[];
}

interface Answering {
  readonly origin?: string;
  readonly type?: string;
}

const USER_PRESENT = 0x01;
const WITH_KEY = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** The head of a value in CBOR: its major type and its length or number. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  const bytes = Buffer.alloc(3);
  bytes.writeUInt8((major << 5) | 25, 0);
  bytes.writeUInt16BE(value, 1);
  return bytes;
}

const number = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer =>
  Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const map = (...pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()]);

/** A browser with an authenticator, which makes one key pair (ES256) and signs with it. */
export class Authenticator {
  readonly id = randomBytes(32);
  private readonly publicKey: KeyObject;
  private readonly privateKey: KeyObject;
  /** Of the signatures; authenticators that do not count leave it at 0. */
  counter = 0;

  constructor(private readonly origin: string) {
    ({ publicKey: this.publicKey, privateKey: this.privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
    }));
  }

  get credential(): string {
    return this.id.toString('base64url');
  }

  /** The body of the call that adds it. */
  register({ challenge, rp }: Asked, name: string, options: Answering = {}): Record<string, unknown> {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const key = Buffer.concat([Buffer.alloc(16), length, this.id, this.coseKey()]);
    const data = Buffer.concat([this.dataFor(rp?.id ?? '', USER_PRESENT | WITH_KEY), key]);
    const attestation = map(
      [text('fmt'), text('none')],
      [text('attStmt'), map()],
      [text('authData'), bytes(data)],
    );
    return {
      name,
      credential: this.credential,
      clientData: this.clientData('webauthn.create', challenge, options).toString('base64url'),
      attestation: attestation.toString('base64url'),
      transports: ['internal'],
    };
  }

  /** What calls take as `passkey`. */
  sign({ challenge, rpId = '' }: Asked, options: Answering = {}): Record<string, string> {
    const clientData = this.clientData('webauthn.get', challenge, options);
    const data = this.dataFor(rpId, USER_PRESENT);
    const signature = createSign('sha256').update(data).update(sha256(clientData)).sign(this.privateKey);
    return {
      credential: this.credential,
      clientData: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    };
  }

  private clientData(type: string, challenge: string, options: Answering): Buffer {
    const { origin = this.origin } = options;
    return Buffer.from(JSON.stringify({ type: options.type ?? type, challenge, origin, crossOrigin: false }));
  }

  private dataFor(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  private coseKey(): Buffer {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    return map(
      [number(1), number(2)],
      [number(3), number(-7)],
      [number(-1), number(1)],
      [number(-2), bytes(Buffer.from(x, 'base64url'))],
      [number(-3), bytes(Buffer.from(y, 'base64url'))],
    );
  }
}

/** What the service asks of a browser in this answer. */
export function optionsOf({ body }: Answer<Body>): Asked {
  return body.data['options'] as Asked;
}

/** Begins to add a passkey to the account of the session; `proof` is what else is asked for beside the password. */
export function beginPasskey(api: ApiClient, proof: object = {}): Promise<Answer<Body>> {
  return api.post('/account/passkeys/begin', { currentPassword: PASSWORD, ...proof });
}

/** Adds a passkey to the account of the session. @returns its ID */
export async function addPasskey(
  api: ApiClient,
  authenticator: Authenticator,
  proof: object = {},
): Promise<string> {
  const asked = optionsOf(await beginPasskey(api, proof));
  const added = await api.post('/account/passkeys', authenticator.register(asked, 'Phone'));
  if (added.status !== 201) throw new Error(added.body.message);
  return String(added.body.data['passkeyId']);
}
