import { dirname } from 'node:path';
import { createId } from '@ecp/database/create-id';
import { type FakeSearch, startFakeSearch } from '@ecp/testing/fake-web/fake-search';
import { type FakeSite, startFakeSite } from '@ecp/testing/fake-web/fake-site';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyRing } from '../apps/platform/src/kernel/keys/key-ring.ts';
import { signRunToken } from '../apps/platform/src/kernel/keys/run-tokens.ts';
import { type FakeModels, startFakeModels } from './testing/fake-models.ts';
import { beginJob, startRun } from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';

const secret = 'a-secret-of-this-test-with-enough-characters';

/** Kills all real processes while a page is fetched and a search is on its way; neither is ever sent again. */
describe('research during which the whole product is killed', { timeout: 120_000 }, () => {
  const place = copyPreparedDataDir();
  let models: FakeModels;
  let product: RunningProduct;
  let site: FakeSite;
  let search: FakeSearch;
  const start = () => {
    const hosts = Object.values(site.origins).map((origin) => new URL(origin).host);
    const web = { SEARCH_PROVIDER: 'searxng', SEARCH_URL: search.url, OUTBOUND_ALLOWED_HOSTS: hosts.join(',') };
    const environment = { ...models.environment, ...web, SECRET_KEY: secret };
    return startProduct({ dataDir: place.dataDir, environment });
  };

  beforeAll(async () => {
    models = await startFakeModels(dirname(place.dataDir));
    site = await startFakeSite();
    search = await startFakeSearch({
      listPages: () => site.listPages().map(({ page, url, body }) => ({ url, title: page.title, text: body })),
    });
    product = await start();
  });
  afterAll(async () => {
    await product?.stop();
    await Promise.all([models?.server.close(), site?.close(), search?.close()]);
    await place.remove();
  });

  // RES-4
  it('has an outcome for each call and sends nothing twice', async () => {
    const address = site.addressOf('grid/market/prices');
    const job = await beginJob(product.baseUrl);
    // Before the kill the run waits for its model, so it stays active.
    models.server.failWhen(() => ({ kind: 'hang' }));
    const research = { enabled: true };
    expect((await job.client.patch(job.path, { brief: `Read ${address}`, research })).status).toBe(200);
    const runId = await startRun(job);
    const target = { tenantId: job.tenant.tenantId, engagementId: job.engagement.id, runId };
    const token = signRunToken(createKeyRing([secret]), 'research access', target);
    const post = async (path: string, body: object) => {
      const asked = { agentSlug: 'market-research-analyst', taskId: null, ...body };
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const url = `${product.baseUrl}/internal/research/${path}`;
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(asked) });
      return { status: response.status, body: (await response.json()) as object };
    };
    const [page, query] = [
      { id: createId(), url: address },
      { id: createId(), query: 'power prices' },
    ];
    const held = site.hold('grid/market/prices');
    search.behaveNext({ kind: 'hangs' });
    const lost = Promise.allSettled([post('pages', page), post('searches', query)]);
    await held.arrived;
    await pollUntil(
      () => search.calls.length,
      (calls) => calls === 1,
    );
    await product.killEverything();
    await lost;
    held.release();
    product = await start();

    const refused = 'It was interrupted and is not sent again.';
    expect(await post('pages', page)).toEqual({ status: 200, body: { refused } });
    expect(await post('searches', query)).toEqual({ status: 200, body: { refused, paid: true } });
    // The same address and words in the same run share the outcome.
    expect(await post('pages', { ...page, id: createId() })).toEqual({ status: 200, body: { refused } });
    expect(site.countRequests('grid/market/prices')).toBe(1);
    expect(search.calls).toHaveLength(1);
    models.server.failWhen(() => null);
  });
});
