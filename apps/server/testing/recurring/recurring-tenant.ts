import type { EnginePage } from '@ecp/contract/engine/tool-access';
import type { Citation } from '@ecp/contract/values/citations';
import type { EngagementUpdate, Schedule } from '@ecp/contract/work/recurring';
import type { ClientAnswer } from '@ecp/testing/cookie-client';
import { pollUntil } from '@ecp/testing/poll-until';
import { beginDueChecks } from '../../src/work/recurring/schedules.ts';
import { createResearchTenant, type ResearchTenant } from '../research/research-tenant.ts';
import type { TestPlatform } from '../start-test-platform.ts';

const dayMs = 24 * 3_600_000;
/** Longer than a check takes on a busy machine, with the pace of the hosts. */
const checkDeadlineMs = 60_000;

/** A document of a run in tests: each part is a section with statements. */
export interface CitingDocument {
  taskId: string;
  filename: string;
  sections: { heading: string; statements: Cited[] }[];
}

/** A statement, and what it cites. */
export type Cited = Pick<Citation, 'claim' | 'quote'> & Partial<Citation> & { title: string };

/** A tenant with an engagement of documents that cite the web, and a schedule. */
export interface RecurringTenant extends ResearchTenant {
  /** Ends the run with documents. */
  deliver(documents: CitingDocument[]): Promise<void>;
  /** Sets a weekly schedule from tomorrow on. */
  schedule(): Promise<Schedule>;
  /** Begins what is due `weeks` weeks from tomorrow, and waits until the newest check has ended. */
  check(weeks?: number): Promise<EngagementUpdate>;
  /** Begins what is due then, without waiting. */
  begin(weeks?: number): Promise<void>;
  listUpdates(): Promise<EngagementUpdate[]>;
  decide(
    update: EngagementUpdate,
    what: 'accept' | 'dismiss',
  ): Promise<ClientAnswer<Record<string, unknown>>>;
}

/** The two tasks of the engagement. */
const recurringTasks = [
  { id: 'a', name: 'Grid' },
  { id: 'b', name: 'Yards' },
];

/** Signs up a tenant whose run reads the given pages. Returns it with the pages in their order. */
export async function createRecurringTenant(
  platform: TestPlatform,
  addresses: string[],
  settings: { maxPages?: number } = {},
): Promise<{ tenant: RecurringTenant; pages: EnginePage[] }> {
  const brief = `Should we buy electric ferries? ${addresses.join(' ')}`;
  const own = await createResearchTenant(platform, { brief, tasks: recurringTasks, ...settings });
  const pages = await Promise.all(addresses.map((address) => own.readPage(address)));
  return { tenant: recur(platform, own), pages };
}

function recur(platform: TestPlatform, tenant: ResearchTenant): RecurringTenant {
  const { base, run } = tenant;
  const listUpdates = async () =>
    (await tenant.get<{ updates: EngagementUpdate[] }>(`${base}/updates`)).body.updates;
  const begin = async (weeks = 0) => {
    const at = new Date(Date.now() + (1 + 7 * weeks) * dayMs + 60_000);
    await beginDueChecks({ ...platform.services, clock: { now: () => at } });
  };
  return {
    ...tenant,
    listUpdates,
    begin,
    async deliver(documents) {
      for (const { taskId, filename, sections } of documents) {
        const { content, citations } = write(sections);
        run.push({ type: 'deliverable', taskId, filename, wordCount: 10, content, citations });
      }
      run.push({ type: 'status', status: 'completed', error: null });
      await tenant.waitForEnd(tenant.engagementId);
    },
    async schedule() {
      const start = new Date(Date.now() + dayMs).toISOString();
      return (await tenant.post<Schedule>(`${base}/schedule`, { every: 'week', start })).body;
    },
    async check(weeks) {
      await begin(weeks);
      const updates = await pollUntil(
        listUpdates,
        ([newest]) => newest?.checkedAt != null,
        checkDeadlineMs,
      );
      const [newest] = updates;
      if (!newest) throw new Error('There is no check');
      return newest;
    },
    decide: ({ id }, what) => tenant.post(`${base}/updates/${id}/${what}`),
  };
}

/** Writes sections whose statements have footnotes 1, 2 … over the document. */
function write(sections: CitingDocument['sections']): { content: string; citations: Citation[] } {
  const cited = sections.flatMap(({ statements }) => statements);
  const labelOf = (statement: Cited) => String(cited.indexOf(statement) + 1);
  const texts = sections.map(({ heading, statements }) => {
    const sentences = statements.map((statement) => `${statement.claim}[^${labelOf(statement)}]`);
    return `## ${heading}\n\n${sentences.join(' ')}\n`;
  });
  const notes = cited.map((statement) => `[^${labelOf(statement)}]: ${statement.title}`);
  const citations = cited.map((statement): Citation => {
    const { title, ...given } = statement;
    return {
      footnote: labelOf(statement),
      source: { kind: 'attachment', title, location: null },
      state: 'verified',
      reason: null,
      passage: statement.quote,
      derivation: null,
      ...given,
    };
  });
  return { content: `# Paper\n\n${texts.join('\n')}\n${notes.join('\n')}\n`, citations };
}

/**
 * Waits until the newest check of a tenant's engagement has ended, on whatever platform has the
 * database now.
 */
export async function waitForCheck(
  { baseUrl }: Pick<TestPlatform, 'baseUrl'>,
  { base, cookie }: Pick<ResearchTenant, 'base' | 'cookie'>,
): Promise<EngagementUpdate> {
  const list = async () => {
    const response = await fetch(`${baseUrl}${base}/updates`, { headers: { cookie } });
    return ((await response.json()) as { updates: EngagementUpdate[] }).updates;
  };
  const [newest] = await pollUntil(list, ([one]) => one?.checkedAt != null, checkDeadlineMs);
  if (!newest) throw new Error('There is no check');
  return newest;
}
