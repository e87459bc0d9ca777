import type {
  EnginePage,
  ReadPageAnswer,
  SearchHit,
  SearchWebAnswer,
} from '@ecp/contract/engine/tool-access';
import type { ResearchRefusalReason } from '@ecp/contract/values/research-refusals';
import type { ArchivedPage, PageRead, RunSearch } from '@ecp/contract/work/research';
import type { RunStarted } from '@ecp/contract/work/runs';
import { createId } from '@ecp/database/create-id';
import type { FakeSearch } from '@ecp/testing/fake-web/fake-search';
import type { FakeSite } from '@ecp/testing/fake-web/fake-site';
import { openFakeWeb } from '@ecp/testing/fake-web/fake-site';
import { openAgentMaterial } from '../../src/engine/tools/open-agent-material.ts';
import type { PlatformConfig } from '../../src/kernel/settings.ts';
import { type AttachmentTenant, addAttachmentEngagement } from '../attachment-tenant.ts';
import type { TestPlatform } from '../start-test-platform.ts';
import { createTestTenant } from '../test-tenant.ts';

/** The fake web, and the settings of a platform that may reach it. */
export interface FakeWeb {
  site: FakeSite;
  search: FakeSearch;
  config: Pick<PlatformConfig, 'search' | 'outboundAllowedHosts'>;
  close(): Promise<void>;
}

/** Price of a search in the tests, in nano-USD: 5 USD for 1,000. */
export const searchNanoUsd = 5_000_000;

/** Starts site and search engine. */
export async function startFakeWeb(
  provider: 'searxng' | 'brave' | 'tavily' = 'searxng',
): Promise<FakeWeb> {
  const apiKey = 'key-of-the-installation';
  const { site, search, hosts, close } = await openFakeWeb({ apiKey });
  const config = {
    search: { provider, url: search.url, apiKey, searchNanoUsd },
    outboundAllowedHosts: hosts,
  };
  return { site, search, config, close };
}

/** A tenant with a run that may research, and the calls of its agents. */
export interface ResearchTenant extends Omit<AttachmentTenant, 'read'> {
  /** Path of the engagement. */
  base: string;
  run: ReturnType<TestPlatform['engine']['run']>;
  /** Searches; the id is new unless it is given. */
  search(query: string, id?: string): Promise<SearchWebAnswer>;
  /** Searches and returns the results; throws when it is refused. */
  find(query: string): Promise<SearchHit[]>;
  read(url: string, id?: string): Promise<ReadPageAnswer>;
  /** Reads a page and returns it; throws when it is refused. */
  readPage(url: string, id?: string): Promise<EnginePage>;
  /**
   * Reads an address and returns the recorded reason for which there is no page; throws when there
   * is one.
   */
  refusal(url: string, id?: string): Promise<ResearchRefusalReason | null | undefined>;
  listPages(): Promise<ArchivedPage[]>;
  listResearch(): Promise<{ searches: RunSearch[]; reads: PageRead[] }>;
  /** Starts another run once this one has ended. */
  runAgain(): Promise<ResearchTenant>;
}

/** Signs up a tenant, and starts a run of an engagement with research, which stays active. */
export async function createResearchTenant(
  platform: TestPlatform,
  {
    brief = 'Should we buy electric ferries?',
    tasks = [],
    ...research
  }: {
    brief?: string;
    tasks?: { id: string; name: string }[];
    domains?: string[];
    maxPages?: number;
  } = {},
): Promise<ResearchTenant> {
  const tenant = await createTestTenant(platform);
  await platform.asSuperuser(`update platform.tenants set plan = 'enterprise' where id = $1`, [
    tenant.tenantId,
  ]);
  const fields = { brief, tasks, research: { enabled: true, ...research } };
  return startResearch(platform, await addAttachmentEngagement(platform, tenant, fields));
}

async function startResearch(
  platform: TestPlatform,
  tenant: AttachmentTenant,
): Promise<ResearchTenant> {
  const base = `/api/engagements/${tenant.engagementId}`;
  const { body, status } = await tenant.post<RunStarted>(`${base}/run`);
  if (status !== 200) throw new Error(`The run was refused: ${JSON.stringify(body)}`);
  const run = await platform.engine.waitForRun(body.runId);
  const target = {
    tenantId: tenant.tenantId,
    engagementId: tenant.engagementId,
    runId: body.runId,
  };
  const material = openAgentMaterial(platform.services);
  const asking = { agentSlug: 'market-research-analyst', taskId: 'task-1' };
  const search = (query: string, id = createId()) =>
    material.searchWeb(target, { ...asking, id, query });
  const read = (url: string, id = createId()) => material.readPage(target, { ...asking, id, url });
  const listResearch = async () =>
    (await tenant.get<{ searches: RunSearch[]; reads: PageRead[] }>(`${base}/research`)).body;
  return {
    ...tenant,
    base,
    run,
    search,
    read,
    async find(query) {
      const answer = await search(query);
      if ('refused' in answer) throw new Error(`The search was refused: ${answer.refused}`);
      return answer.hits;
    },
    async readPage(url, id) {
      const answer = await read(url, id);
      if ('refused' in answer) throw new Error(`${url} was refused: ${answer.refused}`);
      return answer.page;
    },
    async refusal(url, id = createId()) {
      const answer = await read(url, id);
      if ('page' in answer) throw new Error(`${url} was read`);
      return (await listResearch()).reads.find((one) => one.id === id)?.reason;
    },
    listPages: async () =>
      (await tenant.get<{ pages: ArchivedPage[] }>(`${base}/pages`)).body.pages,
    listResearch,
    async runAgain() {
      run.complete();
      await tenant.waitForEnd(tenant.engagementId);
      return startResearch(platform, tenant);
    },
  };
}
