import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from './poll-until.ts';

const isConfirmation = (mail: string) => mail.includes('\nSubject: Confirm your email address\r\n');

/**
 * Waits for `count` mails to an address but confirmations, and returns them, oldest first. Throws
 * at the deadline.
 */
export function waitForMails(dataDir: string, to: string, count = 1): Promise<string[]> {
  return pollUntil(
    async () =>
      (await readMails(join(dataDir, 'mail'), to)).filter((mail) => !isConfirmation(mail)),
    (mails) => mails.length >= count,
  );
}

/**
 * Waits for a mail to an address whose text has these words, and returns the oldest such mail.
 * Throws at the deadline.
 */
export async function waitForMailWith(dataDir: string, to: string, words: string): Promise<string> {
  const find = async () => {
    const mails = await waitForMails(dataDir, to);
    return mails.find((mail) => mail.includes(words));
  };
  return (await pollUntil(find, (mail) => mail !== undefined)) ?? '';
}

/** Waits for `count` mails that ask an address to confirm itself, as `waitForMails` does. */
export function waitForConfirmations(dataDir: string, to: string, count = 1): Promise<string[]> {
  return pollUntil(
    async () => (await readMails(join(dataDir, 'mail'), to)).filter(isConfirmation),
    (mails) => mails.length >= count,
  );
}

/** Returns the tokens of a mail's links, each once, in their order. */
export function tokensOf(mail: string | undefined): string[] {
  return [
    ...new Set([...(mail ?? '').matchAll(/[?&]token=([\w-]+)/g)].map(([, token = '']) => token)),
  ];
}

interface Mail {
  text: string;
  writtenMs: number;
}

/**
 * Mails by their paths. Each is written once and whole, and the folder of a shared platform holds
 * many.
 */
const known = new Map<string, Promise<Mail>>();

function readMail(path: string): Promise<Mail> {
  const reading = known.get(path) ?? Promise.all([readFile(path, 'utf8'), stat(path)]).then(toMail);
  known.set(path, reading);
  return reading;
}

const toMail = ([text, { mtimeMs }]: [string, { mtimeMs: number }]): Mail => ({
  text,
  writtenMs: mtimeMs,
});

async function readMails(folder: string, to: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []; // the first mail creates the folder
    throw error;
  });
  const mails = await Promise.all(
    names.filter((name) => name.endsWith('.eml')).map((name) => readMail(join(folder, name))),
  );
  return mails
    .filter(({ text }) => text.includes(`To: ${to}\r\n`))
    .sort((a, b) => a.writtenMs - b.writtenMs)
    .map(({ text }) => text);
}
