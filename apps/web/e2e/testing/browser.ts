import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Paths where Debian and other distributions install it. */
const executables = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

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
];

/** Whether there is a browser to test with. Warns if there is none. */
export function hasBrowser(): boolean {
  if (executablePath !== undefined) return true;
  process.stderr.write(
    '\n!! LEFT OUT: tests of the web app, because no Chromium is installed (apt-get install chromium)\n\n',
  );
  return false;
}

/** Starts a headless browser. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: quiet });
