import { t } from '@lingui/core/macro';

import { call } from './http';
import type { NewPasskeyDto, PasskeyAnswerDto, PasskeyOptionsDto } from './openapi';

/** False in an old browser, and where the pages came without TLS. */
export const OFFERS_PASSKEYS =
  'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

type Options = PasskeyOptionsDto['options'];
type Transport = NonNullable<NewPasskeyDto['transports']>[number];

const TRANSPORTS: readonly Transport[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const REASONS: Readonly<Record<string, string>> = {
  InvalidStateError: t`This device has a passkey of your account already.`,
  NotAllowedError: t`No passkey was used: the browser’s question was cancelled, or took too long. Try again.`,
  SecurityError: t`Passkeys do not work at this address of the service; open these pages at its public address.`,
};

function explained(error: unknown): never {
  const reason = error instanceof DOMException ? REASONS[error.name] : undefined;
  throw reason === undefined ? error : new Error(reason, { cause: error });
}

/**
 * Makes a passkey on this device or on another one that the user chooses.
 * @throws {Error} when the user cancels, or the device has one already
 */
export async function makePasskey(options: Options): Promise<Omit<NewPasskeyDto, 'name'>> {
  if (!OFFERS_PASSKEYS) throw new Error(t`This browser offers no passkeys here.`);
  // The type of the call is any JSON; the service makes these options for this function.
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await navigator.credentials.create({ publicKey }).catch(explained);
  const { id, response } = (made as PublicKeyCredential).toJSON() as RegistrationResponseJSON;
  return {
    credential: id,
    clientData: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: TRANSPORTS.filter((one) => response.transports.includes(one)),
  };
}

/**
 * Lets the user confirm with a passkey.
 * @throws {Error} when the user cancels
 */
export async function answerWithPasskey(options: Options): Promise<PasskeyAnswerDto> {
  if (!OFFERS_PASSKEYS) throw new Error(t`This browser offers no passkeys here.`);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const signed = await navigator.credentials.get({ publicKey }).catch(explained);
  const { id, response } = (signed as PublicKeyCredential).toJSON() as AuthenticationResponseJSON;
  return {
    credential: id,
    clientData: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
  };
}

/**
 * Confirms with a passkey before there is a session.
 * @param path the call that asks for one, with what it needs in `body`
 * @throws {Error} when the call is refused, or the user cancels
 */
export async function passkeyFor(path: string, body: unknown): Promise<PasskeyAnswerDto> {
  const { data } = await call<PasskeyOptionsDto>('POST', path, { body });
  return answerWithPasskey(data.options);
}
