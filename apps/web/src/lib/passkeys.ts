import { passkeyTexts as texts } from '@/texts/passkeys';

/** Whether the browser can use passkeys for the address of this page: that has to be a name, and safe. */
export function canUsePasskeys(): boolean {
  const { hostname } = window.location;
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return window.isSecureContext && 'PublicKeyCredential' in window && !isNumber;
}

/** The device did not do it: whoever has it stopped, waited too long, or has one there already. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

/** Asks the device, and returns what it replied as a text. */
async function ask(asking: () => Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await asking());
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw new PasskeyError(isKnown ? texts.known : texts.stopped, { cause: error });
  }
}

/** Has a passkey made. */
export async function makePasskey(options: string): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  return ask(() => startRegistration({ optionsJSON: JSON.parse(options) as Options }));
}

/** Has a passkey sign. */
export async function signByPasskey(options: string): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return ask(() => startAuthentication({ optionsJSON: JSON.parse(options) as Options }));
}
