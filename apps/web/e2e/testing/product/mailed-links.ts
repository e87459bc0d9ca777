import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { inject } from 'vitest';

/** The shared product by its public name, which mailed links lead to. */
export const publicBaseUrl = (): string => inject('webBaseUrl').replace('127.0.0.1', 'localhost');

/** A busy machine takes its time to send a mail. */
const deadlineMs = 30_000;

/** The links of the newest mail to an address, once it has got `count` mails. */
export async function mailedLinks(email: string, path: string, count = 1): Promise<string[]> {
  const mails = await waitForMails(inject('webDataDir'), email, count, deadlineMs);
  return tokensOf(mails.at(-1)).map((token) => `${publicBaseUrl()}${path}?token=${token}`);
}

export const signInPath = '/api/auth/magic-link/verify';
