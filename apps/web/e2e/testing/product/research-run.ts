import type { ResearchAccess } from '@ecp/contract/engine/tool-access';
import { countCitations } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import { createId } from '@ecp/database/create-id';
import type { FakeSite } from '@ecp/testing/fake-web/fake-site';
import { openFakeWeb } from '@ecp/testing/fake-web/fake-site';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Page } from 'playwright-core';
import { succeed } from '../succeed.ts';
import { type ScriptedProduct, startScriptedProduct } from './scripted-product.ts';

/**
 * A product whose runs do what the test says, and a web of 30 pages that they may search and read.
 */
export interface ResearchProduct extends ScriptedProduct {
  site: FakeSite;
}

/** Starts the product with the fake search engine and the fake site. */
export async function startResearchProduct(): Promise<ResearchProduct> {
  const web = await openFakeWeb();
  const product = await startScriptedProduct(web.environment);
  const close = async () => void (await Promise.all([product.close(), web.close()]));
  return { ...product, site: web.site, close };
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

/** Posts a call of an agent, as the engine does. */
async function ask(
  access: ResearchAccess,
  path: 'searches' | 'pages',
  body: object,
): Promise<void> {
  const asked = { id: createId(), agentSlug: 'data-analyst', taskId: 'fleet', ...body };
  const headers = { authorization: `Bearer ${access.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${access.url}/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(asked),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${path}: ${await answer.text()}`);
}

/**
 * Runs an engagement whose agent searches, reads a page, is refused another, and cites the page.
 * Returns its id.
 */
export async function runWithResearch(
  page: Page,
  { engine, site }: ResearchProduct,
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
  const run = engine.run(runId);
  const { research } = run.request;
  if (!research) throw new Error('The run has no access to research');
  await ask(research, 'searches', { query: 'ferry engines' });
  await ask(research, 'pages', { url: fleet });
  await ask(research, 'pages', { url: 'https://unknown.example/' });
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
