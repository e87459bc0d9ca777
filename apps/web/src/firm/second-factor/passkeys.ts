import type { PasskeyAssertion, PasskeyRegistration } from '@ecp/contract/identity/factor-proof';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { api } from '../../base/api/client.ts';

export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** The person closed the browser's dialog, or no passkey fits. */
export class PasskeyUnusedError extends Error {
  override readonly name = 'PasskeyUnusedError';
}

/**
 * Lets a passkey of this service answer a new challenge. Throws `PasskeyUnusedError`, or an error
 * of the API.
 */
export async function answerChallenge(): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const options = await api.challengePasskey();
  // The contract leaves the options to WebAuthn, whose JSON form the library takes.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, response } = await startAuthentication({ optionsJSON }).catch(throwUnused);
  const { clientDataJSON, authenticatorData, signature } = response;
  const signed = { clientDataJSON, authenticatorData, signature };
  return { id, rawId, type: 'public-key', clientExtensionResults: {}, response: signed };
}

/**
 * Makes a passkey on this device or a security key. Throws `PasskeyUnusedError`, or an error of the
 * API.
 */
export async function createPasskey(): Promise<PasskeyRegistration> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const options = await api.beginPasskey();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, response } = await startRegistration({ optionsJSON }).catch(throwUnused);
  const { clientDataJSON, attestationObject } = response;
  const made = { clientDataJSON, attestationObject };
  return { id, rawId, type: 'public-key', clientExtensionResults: {}, response: made };
}

function throwUnused(cause: unknown): never {
  throw new PasskeyUnusedError('The browser made no answer', { cause });
}
