import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { makeDataDir } from '@ecp/database/embedded/testing/embedded-fixtures';
import { chromium } from 'playwright-core';
import { queryProduct } from '../../../e2e/testing/main-job.ts';
import { startProduct } from '../../../e2e/testing/product.ts';
import { readSize } from '../../command-line/read-size.ts';
import { describeMachine } from '../describe-machine.ts';
import { measureCommentPage } from './measure-page.ts';
import { renderComments } from './render-comments.ts';
import { seedComments } from './seed-comments.ts';

/**
 * Measures a document of 10,000 words with 1,000 comments in the built web app, prints the figures and writes
 * them to docs/benchmarks-comments.md. Other work on the machine distorts them.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = readSize('rounds', values.rounds);
const reportFile = new URL('../../../docs/benchmarks-comments.md', import.meta.url);

const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => existsSync(path),
);
if (executablePath === undefined) throw new Error('No Chromium is installed (apt-get install chromium-headless-shell)');

const place = makeDataDir();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const product = await startProduct({ dataDir: place.dataDir, environment: {} });
try {
  const { cookies, documentPath } = await seedComments(product.baseUrl, place.dataDir);
  const [postgres] = await queryProduct<{ version: string }>(place.dataDir, 'select version()');
  const machine = await describeMachine(postgres?.version ?? '');
  const owner = { baseUrl: product.baseUrl, cookies };
  const figures = await measureCommentPage(browser, owner, { path: documentPath, rounds });
  const text = renderComments({ machine, browser: browser.version(), rounds, figures });
  await writeFile(reportFile, text);
  console.log(text);
} finally {
  await browser.close();
  await product.stop();
  await place.remove();
}
