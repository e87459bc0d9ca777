import { tokensOf, waitForMails } from '@ecp/testing/mail-folder';
import { pollUntil } from '@ecp/testing/poll-until';
import { inject } from 'vitest';

/** The shared product's public address, which mailed links use. */
export const publicBaseUrl = (): string => inject('webBaseUrl').replace('127.0.0.1', 'localhost');

/** Waits until an address has received `count` mails, and returns the links of the newest one. */
export async function mailedLinks(email: string, path: string, count = 1): Promise<string[]> {
  const mails = await waitForMails(inject('webDataDir'), email, count);
  return tokensOf(mails.at(-1)).map((token) => `${publicBaseUrl()}${path}?token=${token}`);
}

/**
 * Waits until a question was mailed to an address, and returns the path of the link that answers
 * it.
 */
export async function mailedAnswerPath(email: string): Promise<string> {
  const find = async () =>
    /\/answer\/svc_answer_\w+/.exec((await waitForMails(inject('webDataDir'), email)).join())?.[0];
  return (await pollUntil(find, (path) => path !== undefined)) ?? '';
}

/**
 * Waits until a mail with these words in its subject has reached an address, and returns the path
 * that ends such mails.
 */
export async function mailedUnsubscribePath(email: string, subject: string): Promise<string> {
  const find = async () => {
    const mails = await waitForMails(inject('webDataDir'), email);
    const mail = mails.find((one) => one.includes(`\nSubject: ${subject}`));
    return /^List-Unsubscribe: <.+\/api(\/unsubscribe\/.+)>\r?$/m.exec(mail ?? '')?.[1];
  };
  return (await pollUntil(find, (path) => path !== undefined)) ?? '';
}

export const signInPath = '/api/auth/magic-link/verify';
