import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/**
 * Paths where Debian and other distributions install Chromium. The headless shell comes first: it
 * has the same engine without the parts of a desktop browser, and takes two thirds of its processor
 * time.
 */
const executables = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The system's Chromium; undefined if there is none. */
const executablePath = executables.find((path) => existsSync(path));

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds, in which optimized code does not earn back what compiling it takes: a
  // seventh of the processor time. Types are noted from the first call on, and garbage is collected
  // without further threads: another twenty-fifth.
  `--js-flags=${[
    '--no-maglev --no-opt --max-semi-space-size=64 --min-semi-space-size=32',
    '--no-lazy-feedback-allocation --single-threaded-gc',
  ].join(' ')}`,
];

/** Whether there is a browser to test with. Warns if there is none. */
export function hasBrowser(): boolean {
  if (executablePath !== undefined) return true;
  process.stderr.write(
    '\n!! LEFT OUT: tests of the web app, because no Chromium is installed (apt-get install chromium-headless-shell)\n\n',
  );
  return false;
}

let started: Promise<Browser> | undefined;

/** Returns this process's headless browser, which ends with the process or at `closeBrowser`. */
export function getBrowser(): Promise<Browser> {
  started ??= chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: quiet,
  });
  return started;
}

/** Ends this process's browser, if one has started. */
export async function closeBrowser(): Promise<void> {
  await (await started)?.close();
  started = undefined;
}
