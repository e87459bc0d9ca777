import { countCitations } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import type { FakeSite } from '@ecp/testing/fake-web/fake-site';
import { openFakeWeb } from '@ecp/testing/fake-web/fake-site';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Page } from 'playwright-core';
import { type AgentProcess, forkAgent } from '../../../../../e2e/testing/fork-agent.ts';
import { succeed } from '../succeed.ts';
import { type ScriptedProduct, startScriptedProduct } from './scripted-product.ts';

/**
 * A product whose runs do what the test says, and a web of 30 pages that they may search and read.
 */
export interface ResearchProduct extends ScriptedProduct {
  site: FakeSite;
  /** Searches and reads for the agents of the runs. */
  agent: AgentProcess;
}

/** Starts the product with the fake search engine and the fake site. */
export async function startResearchProduct(): Promise<ResearchProduct> {
  const web = await openFakeWeb();
  const product = await startScriptedProduct(web.environment);
  const agent = await forkAgent({ ...web.environment, DATA_DIR: product.dataDir });
  return {
    ...product,
    site: web.site,
    agent,
    async close() {
      await agent.kill();
      await Promise.all([product.close(), web.close()]);
    },
  };
}

/** The words of the page that the document cites. */
export const citedWords = 'Skarvoy and Teisten need new main engines by 2028.';
const text = `# Fleet

${Array.from({ length: 40 }, (_, at) => `Paragraph ${at + 1} says what is known of the ferries, and of the sound that they serve.`).join('\n\n')}

Two ferries need engines soon.[^1] The others can wait.

[^1]: Our fleet: “${citedWords}”
`;
const citation: Citation = {
  footnote: '1',
  claim: 'Two ferries need engines soon.',
  quote: citedWords,
  state: 'verified',
  source: { kind: 'url', title: 'Our fleet', location: null },
  reason: null,
  passage: citedWords,
  derivation: null,
};
const objections = [
  {
    objection: 'The class renewal may come first.',
    passage: 'The others **can wait**.',
    citation: null,
    answer: { status: 'partly' as const, text: 'The renewal is due in 2029, and named now.' },
  },
  {
    objection: 'Nothing is said of prices.',
    passage: 'Words that went away',
    citation: 'Our fleet',
    answer: null,
  },
];

/**
 * Runs an engagement whose agent searches, reads a page, is refused another, and cites the page.
 * Returns its id.
 */
export async function runWithResearch(
  page: Page,
  { engine, site, agent }: ResearchProduct,
): Promise<string> {
  const fleet = site.addressOf('operator/fleet');
  const { id } = await succeed<{ id: string }>(page.request, '/api/engagements', {
    name: 'Battery ferries',
    client: 'Halden Sound',
    brief: `Which ferries first? See ${fleet}`,
    tasks: [{ id: 'fleet', name: 'Fleet' }],
    research: { enabled: true },
  });
  const { runId } = await succeed<{ runId: string }>(
    page.request,
    `/api/engagements/${id}/run`,
    {},
  );
  const run = await engine.waitForRun(runId);
  const target = { tenantId: run.tenantId, engagementId: id, runId };
  const taskId = 'fleet';
  const read = (url: string) => agent.call({ run: target, kind: 'page', body: { taskId, url } });
  const query = 'ferry engines';
  await agent.call({ run: target, kind: 'search', body: { taskId, query } });
  await read(fleet);
  await read('https://unknown.example/');
  const task = {
    id: 'fleet',
    name: 'Fleet',
    description: '',
    agent: 'data-analyst',
    dependsOn: [],
    filename: 'fleet.md',
  };
  run.push({ type: 'plan', planned: false, tasks: [task] });
  const checked = { citations: [citation], citationCounts: countCitations([citation]), objections };
  run.push({
    type: 'deliverable',
    taskId: 'fleet',
    filename: 'fleet.md',
    wordCount: 600,
    content: text,
    ...checked,
  });
  run.push({ type: 'status', status: 'completed', error: null });
  const readStatus = async () =>
    (await page.request.get(`/api/engagements/${id}/deliverables/fleet.md`)).status();
  await pollUntil(readStatus, (status) => status === 200);
  return id;
}
