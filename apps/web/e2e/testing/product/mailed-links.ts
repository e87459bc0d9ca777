import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { inject } from 'vitest';

/** The shared product's public address, which mailed links use. */
export const publicBaseUrl = (): string => inject('webBaseUrl').replace('127.0.0.1', 'localhost');

/** Sending a mail takes longer on a busy machine. */
const deadlineMs = 30_000;

/** Waits until an address has received `count` mails, and returns the links of the newest one. */
export async function mailedLinks(email: string, path: string, count = 1): Promise<string[]> {
  const mails = await waitForMails(inject('webDataDir'), email, count, deadlineMs);
  return tokensOf(mails.at(-1)).map((token) => `${publicBaseUrl()}${path}?token=${token}`);
}

export const signInPath = '/api/auth/magic-link/verify';
