import { fileURLToPath } from 'node:url';
import { makeDataDir } from '@ecp/database/embedded/testing/embedded-fixtures';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, getBrowser, hasBrowser } from '../../apps/web/e2e/testing/browser.ts';
import {
  beginJob,
  type MainJob,
  queryProduct,
  startRun,
  waitForStatus,
} from '../../e2e/testing/main-job.ts';
import { startProduct } from '../../e2e/testing/product.ts';
import { atLeast, atMost, median, type Section, whole } from './report.ts';
import type { Bench } from './servers.ts';

/** Number of engagements with which the pages are measured. */
const seededEngagements = 10_000;
const runLimitMs = 120_000;

/** Measures the built web app in the system's Chromium against the whole product. */
export async function measureWeb({ plan, report }: Bench): Promise<Section> {
  const title = 'Web app';
  if (!hasBrowser())
    return { title, content: ['Not measured: no Chromium is installed.'], goals: [] };
  const place = makeDataDir();
  const browser = await getBrowser();
  // This starts last, because everything that is started from here on is stopped below.
  const product = await startProduct({ dataDir: place.dataDir, environment: {} });
  try {
    report('Seeding the workspace');
    const workspace = await seedWorkspace(product.baseUrl, place.dataDir);
    const pages: PageFigures[] = [];
    for (const page of listPages(product.baseUrl, workspace)) {
      report(`Opening: ${page.name}`);
      pages.push(await measurePage(browser, page, plan.rounds));
    }
    report('Scrolling');
    const owner = { baseUrl: product.baseUrl, cookies: workspace.cookies };
    const scrolling = await measureScrolling(browser, owner);
    report('Interactions');
    const slowest = await measureInteractions(browser, owner);
    return {
      title,
      content: [
        `The whole product and Chromium ${browser.version()} (1280 × 800, without a window or graphics card) share the cores of one machine. The workspace has ${whole(seededEngagements + 1)} engagements, one of which has run. Pages are opened with an empty browser cache, ${plan.rounds} times, each in a separate profile. The size includes every script that a page has fetched when the network is idle, also for content below the fold.`,
        [
          ['Page', 'LCP, median ms', 'LCP, slowest ms', 'compressed script KB'],
          ...pages.map((page) => [
            page.name,
            whole(page.lcpMs),
            whole(page.slowestLcpMs),
            whole(page.scriptKb),
          ]),
        ],
        'Every page of the list of all engagements is loaded by scrolling to its end. Then the list is scrolled from its top by eight rows per frame for ten seconds; the browser draws at most 60 frames a second.',
        [
          ['Rows', 'frames/s', 'longest frame ms', 'rows in the page'],
          [
            whole(scrolling.rows),
            scrolling.framesPerSecond.toFixed(1),
            whole(scrolling.longestFrameMs),
            whole(scrolling.renderedRows),
          ],
        ],
        'The time from a click or key to the next paint, by the Event Timing API, in steps of 8 ms. The slowest event of each interaction counts.',
        [
          ['Interaction', 'slowest ms'],
          ...[...slowest].map(([name, ms]) => [name, ms === 0 ? 'below 16' : whole(ms)]),
        ],
      ],
      goals: [
        atMost(
          'Largest contentful paint, slowest median',
          1_500,
          'ms',
          Math.max(...pages.map(({ lcpMs }) => lcpMs)),
        ),
        atMost(
          'Script of a first load',
          220,
          'KB',
          Math.max(...pages.map(({ scriptKb }) => scriptKb)),
        ),
        atLeast('Frames a second', 50, scrolling.framesPerSecond),
        atMost('Slowest interaction', 100, 'ms', Math.max(...slowest.values())),
      ],
    };
  } finally {
    await closeBrowser();
    await product.stop();
    await place.remove();
  }
}

function listPages(
  baseUrl: string,
  { cookies, engagementPath, filename, portalPath }: Workspace,
): MeasuredPage[] {
  const owner = { baseUrl, cookies };
  const guest = { baseUrl, cookies: [] };
  return [
    { name: 'Sign-in', path: '/sign-in', visitor: guest, shows: 'h1' },
    { name: 'List of engagements', path: '/engagements', visitor: owner, shows: 'main li' },
    { name: 'Engagement', path: engagementPath, visitor: owner, shows: 'h1' },
    {
      name: 'Deliverable',
      path: `${engagementPath}/deliverables/${filename}`,
      visitor: owner,
      shows: '.prose h2',
    },
    {
      name: 'Analytics',
      path: `${engagementPath}/analytics`,
      visitor: owner,
      shows: 'section svg',
    },
    { name: 'Client portal', path: portalPath, visitor: guest, shows: 'main li' },
    {
      name: 'Document in the portal',
      path: `${portalPath}?file=${filename}`,
      visitor: guest,
      shows: '.prose h2',
    },
  ];
}

interface Interaction {
  name: string;
  path: string;
  act: (page: Page) => Promise<void>;
}

const interactions: readonly Interaction[] = [
  {
    name: 'Filter the list of 10,000',
    path: '/engagements',
    async act(page) {
      for (const status of ['Completed', 'Failed', 'All']) {
        await page.getByRole('button', { name: status, exact: true }).click();
        await page.waitForLoadState('networkidle');
      }
    },
  },
  {
    name: 'Type into its search',
    path: '/engagements',
    async act(page) {
      await page.getByRole('searchbox').click();
      await page.keyboard.type('region 42', { delay: 60 });
      await page.waitForURL(/q=region/);
    },
  },
  {
    name: 'Open the command menu and type',
    path: '/engagements',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
      await page.keyboard.type('library', { delay: 60 });
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'Follow an engagement and come back',
    path: '/engagements',
    async act(page) {
      await page.getByRole('link', { name: /^Engagement 3:/ }).click();
      await page.getByRole('heading', { level: 1, name: /^Engagement 3:/ }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: /^Engagement 3:/ }).waitFor();
    },
  },
];

/**
 * Performs the most frequent interactions, each in a fresh profile. Returns the milliseconds of the
 * slowest event of each, or 0 when every event was over within a frame, because the browser does
 * not report such events.
 */
async function measureInteractions(
  browser: Browser,
  visitor: Visitor,
): Promise<Map<string, number>> {
  const slowest = new Map<string, number>();
  for (const { name, path, act } of interactions) {
    await using visit = await openVisit(browser, visitor);
    const { page } = visit;
    await page.goto(path);
    await page.getByRole('link', { name: /^Engagement 3:/ }).waitFor();
    await page.waitForLoadState('networkidle');
    await act(page);
    await page.waitForLoadState('networkidle');
    const { interactions: durations } = await readMeasures(page);
    slowest.set(name, Math.max(0, ...durations));
  }
  return slowest;
}

/** The cost of opening a page with an empty browser cache. */
interface PageFigures {
  name: string;
  /** Largest Contentful Paint, median. */
  lcpMs: number;
  slowestLcpMs: number;
  /** Size of the compressed script of the first load. */
  scriptKb: number;
}

interface MeasuredPage {
  name: string;
  path: string;
  visitor: Visitor;
  /** Text that is visible when the page is complete. */
  shows: string;
}

/** Opens a page several times, each in a separate browser profile. */
async function measurePage(
  browser: Browser,
  page: MeasuredPage,
  rounds: number,
): Promise<PageFigures> {
  const visits: { lcpMs: number; scriptBytes: number }[] = [];
  for (let round = 0; round < rounds; round++) visits.push(await visit(browser, page));
  const lcps = visits.map(({ lcpMs }) => lcpMs);
  return {
    name: page.name,
    lcpMs: median(lcps),
    slowestLcpMs: Math.max(...lcps),
    scriptKb: Math.max(...visits.map(({ scriptBytes }) => scriptBytes / 1_024)),
  };
}

async function visit(browser: Browser, { path, visitor, shows }: MeasuredPage) {
  await using visited = await openVisit(browser, visitor);
  const { page } = visited;
  await page.goto(path);
  await page.locator(shows).first().waitFor();
  await page.waitForLoadState('networkidle');
  const { lcpMs, scriptBytes } = await readMeasures(page);
  if (lcpMs === 0) throw new Error(`The browser reported no largest contentful paint for ${path}`);
  return { lcpMs, scriptBytes };
}

/** How smoothly the list of all engagements scrolls. */
interface ScrollFigures {
  rows: number;
  framesPerSecond: number;
  /** Duration of the longest frame. */
  longestFrameMs: number;
  /** Number of rows in the DOM at a time. */
  renderedRows: number;
}

const list = '[data-scroll-restoration-id="Engagements"]';
/** Eight rows per frame, which is as fast as people scroll. */
const stepPx = 288;
const frames = 600;
const loadLimitMs = 300_000;

/** Loads every page of the list by scrolling to its end, then scrolls through the whole list. */
async function measureScrolling(browser: Browser, visitor: Visitor): Promise<ScrollFigures> {
  await using visit = await openVisit(browser, visitor);
  const { page } = visit;
  await page.goto('/engagements');
  await page.locator(`${list} li`).first().waitFor();
  await pollUntil(() => reachEnd(page), Boolean, loadLimitMs);
  const rows = Number(await page.locator(`${list} li`).first().getAttribute('aria-setsize'));
  const times = await page.evaluate<number[]>(
    `measures.scroll(${JSON.stringify(list)}, ${stepPx}, ${frames})`,
  );
  const gaps = times.slice(1).map((timeMs, index) => timeMs - (times[index] ?? 0));
  return {
    rows,
    framesPerSecond: (1_000 * gaps.length) / gaps.reduce((sum, gapMs) => sum + gapMs, 0),
    longestFrameMs: Math.max(...gaps),
    renderedRows: await page.locator(`${list} li`).count(),
  };
}

/** Scrolls to the last loaded row. Returns true when there are no more rows to load. */
function reachEnd(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const scroller = document.querySelector(${JSON.stringify(list)});
    scroller.scrollTop = scroller.scrollHeight;
    return scroller.querySelector('li')?.getAttribute('aria-setsize') !== '-1';
  })()`);
}

const observer = fileURLToPath(new URL('page-observer.js', import.meta.url));

/** A person who opens a page. Without cookies, the person is not signed in. */
interface Visitor {
  baseUrl: string;
  cookies: { name: string; value: string }[];
}

/** Opens a fresh browser profile whose pages record their own measurements. */
async function openVisit(browser: Browser, { baseUrl, cookies }: Visitor) {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 1280, height: 800 },
  });
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: baseUrl })));
  await context.addInitScript({ path: observer });
  return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
}

interface Measures {
  lcpMs: number;
  /** Durations of interactions that took longer than a frame. */
  interactions: number[];
  scriptBytes: number;
}

/** Reads what the observer in the page has recorded so far. */
function readMeasures(page: Page): Promise<Measures> {
  return page.evaluate<Measures>(
    '({ ...measures, scroll: undefined, scriptBytes: measures.scriptBytes() })',
  );
}

interface Workspace {
  /** The session cookies of the owner. */
  cookies: { name: string; value: string }[];
  engagementPath: string;
  /** Path of the client's portal. */
  portalPath: string;
  /** File name of the deliverable, encoded for URLs. */
  filename: string;
}

/** Creates a workspace with one engagement that has run, by the API, and 10,000 others, by SQL. */
async function seedWorkspace(baseUrl: string, dataDir: string): Promise<Workspace> {
  const job = await beginJob(baseUrl);
  await startRun(job);
  await waitForStatus(job, 'completed', runLimitMs);
  const { body: files } = await job.client.get<{ filename: string }[]>(`${job.path}/deliverables`);
  const [file] = files;
  if (!file) throw new Error('The run produced no deliverable');
  const shared = await job.client.post<{ token: string }>(`${job.path}/portal-tokens`, {});
  const { engagement } = job;
  await queryProduct(dataDir, insertEngagements, [
    engagement.tenantId,
    seededEngagements,
    engagement.id,
  ]);
  await queryProduct(dataDir, 'vacuum analyze platform.engagements');
  const filename = encodeURIComponent(file.filename);
  const engagementPath = `/engagements/${engagement.id}`;
  return {
    cookies: readCookies(job),
    engagementPath,
    portalPath: `/portal/${shared.body.token}`,
    filename,
  };
}

const readCookies = ({ client }: MainJob) =>
  [...client.cookies].map(([name, value]) => ({ name, value }));

/**
 * Inserts copies of the engagement with different names and ages, in all statuses without an active
 * run.
 */
const insertEngagements = `insert into platform.engagements
  (id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks, status, created_at)
  select 'bench-' || n, tenant_id, 'Engagement ' || n || ': where to grow in region ' || n % 90, 'Client ' || n % 400,
    'engagement_' || n, brief, budget_nano_usd, tasks,
    (array['pending', 'completed', 'failed'])[1 + n % 3], now() - n * interval '30 minutes'
  from platform.engagements, generate_series(1, $2::integer) as n
  where tenant_id = $1 and id = $3`;
