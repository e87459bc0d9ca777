import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { makeDataDir } from '@ecp/database/embedded/testing/embedded-fixtures';
import { chromium } from 'playwright-core';
import { queryProduct } from '../../e2e/testing/main-job.ts';
import { startProduct } from '../../e2e/testing/product.ts';
import { readSize } from '../command-line/read-size.ts';
import { describeMachine } from './describe-machine.ts';
import { measureInteractions } from './web/measure-interactions.ts';
import { type MeasuredPage, measurePage, type PageFigures } from './web/measure-pages.ts';
import { measureScrolling } from './web/measure-scrolling.ts';
import { renderWeb } from './web/render-web.ts';
import { seedWorkspace, type Workspace } from './web/seed-workspace.ts';

/**
 * Measures the built web app in the system's Chromium against the whole product, prints the tables and writes them to
 * docs/benchmarks-web.md. `--rounds` is how often each page is opened. Other work on the machine distorts the figures.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const rounds = readSize('rounds', values.rounds);
const reportFile = new URL('../../docs/benchmarks-web.md', import.meta.url);
const report = (line: string) => console.error(line);

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
if (executablePath === undefined) throw new Error('No Chromium is installed (apt-get install chromium)');

const place = makeDataDir();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
// This starts last, because everything that is started from here on is stopped below.
const product = await startProduct({ dataDir: place.dataDir, environment: {} });
try {
  report('Seeding the workspace');
  const workspace = await seedWorkspace(product.baseUrl, place.dataDir);
  const [postgres] = await queryProduct<{ version: string }>(place.dataDir, 'select version()');
  const machine = await describeMachine(postgres?.version ?? '');
  const pages = await measurePages(workspace);
  report('Scrolling');
  const owner = { baseUrl: product.baseUrl, cookies: workspace.cookies };
  const scrolling = await measureScrolling(browser, owner);
  report('Interactions');
  const interactions = await measureInteractions(browser, owner);
  const text = renderWeb({ machine, browser: browser.version(), rounds, pages, scrolling, interactions });
  await writeFile(reportFile, text);
  console.log(text);
} finally {
  await browser.close();
  await product.stop();
  await place.remove();
}

async function measurePages({
  cookies,
  engagementPath,
  deliverablePath,
  portalPath,
  filename,
}: Workspace): Promise<PageFigures[]> {
  const { baseUrl } = product;
  const owner = { baseUrl, cookies };
  const guest = { baseUrl, cookies: [] };
  const measured: MeasuredPage[] = [
    { name: 'Sign-in', path: '/sign-in', visitor: guest, shows: 'h1' },
    { name: 'List of engagements', path: '/engagements', visitor: owner, shows: 'main li' },
    { name: 'Engagement', path: engagementPath, visitor: owner, shows: 'h1' },
    { name: 'Deliverable', path: deliverablePath, visitor: owner, shows: '.prose h2' },
    { name: 'Analytics', path: `${engagementPath}/analytics`, visitor: owner, shows: 'section svg' },
    { name: 'Client portal', path: portalPath, visitor: guest, shows: 'main li' },
    { name: 'Document in the portal', path: `${portalPath}?file=${filename}`, visitor: guest, shows: '.prose h2' },
  ];
  const figures: PageFigures[] = [];
  for (const page of measured) {
    report(`Opening: ${page.name}`);
    figures.push(await measurePage(browser, page, rounds));
  }
  return figures;
}
