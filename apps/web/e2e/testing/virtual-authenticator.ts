import type { Page } from 'playwright-core';

/** A device in the browser that holds passkeys and verifies its person at once. */
interface VirtualAuthenticator {
  /** Lets the device refuse, as a person does who closes the dialog. */
  setVerified(verified: boolean): Promise<void>;
}

/** Adds a device to a page through Chromium's own interface. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}
