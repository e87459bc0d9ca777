import type { EngineCalls } from '@ecp/contract/engine/engine-api';
import { AiUseStatement } from '@ecp/contract/reach/ai-use';
import type { Release } from '@ecp/contract/reach/releases';
import type { CitationCounts } from '@ecp/contract/values/citations';
import { offlineModelId } from '@ecp/contract/values/offline-model';
import type {
  DeliverableDetail,
  DeliverableListItem,
  DeliverableVersions,
} from '@ecp/contract/work/deliverables';
import type { Conflict } from '@ecp/contract/work/figures';
import { createClient } from '@ecp/testing/cookie-client';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { insertMember, insertSession } from '../../../testing/insert-records.ts';
import { createPopulatedTenant, type PopulatedTenant } from '../../../testing/populated-tenant.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { openReleasing } from '../../../testing/releases/releasing-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { EngineUnavailableError } from '../../material/engine-client/engine-client.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let team: ReturnType<typeof openReleasing>;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
});
afterAll(() => platform.close());
beforeEach(async () => {
  const engagementId = await tenant.addEngagement();
  team = openReleasing(platform, tenant, engagementId);
  await platform.asSuperuser('delete from platform.deliverables where engagement_id = $1', [
    engagementId,
  ]);
  await team.addFile('paper.md', '# Paper\n\nEnter the market in March with two stores.\n');
});

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const call = {
  runId: 'r1',
  taskId: 'a',
  purpose: 'draft',
  agent: 'analyst',
  model: 'swift-2',
  provider: 'anthropic',
  status: 'settled',
  createdAt: '2026-01-01T00:00:00.000Z',
  inputTokens: 100,
  outputTokens: 50,
  costNanoUsd: 12_000_000,
  promptSha256: null,
  answerSha256: null,
};

/** Lets the engine answer with these calls until the test ends. */
function playCalls<Result>(
  calls: EngineCalls['calls'],
  during: () => Promise<Result>,
): Promise<Result> {
  const listCalls = vi.spyOn(platform.services.engine, 'listCalls');
  listCalls.mockResolvedValue({ calls, next: null });
  return during().finally(() => listCalls.mockRestore());
}

async function read(
  calls: EngineCalls['calls'] = [call],
  { owner } = tenant,
): Promise<AiUseStatement> {
  const { status, body } = await playCalls(calls, () =>
    owner.get<AiUseStatement>(`${team.path}/export/ai-use?format=json`),
  );
  expect(status).toBe(200);
  return body;
}

async function readPages(calls: EngineCalls['calls'] = [call]) {
  const cookie = [...tenant.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await playCalls(calls, () =>
    fetch(`${platform.baseUrl}${team.path}/export/ai-use`, { headers: { cookie } }),
  );
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="[^"]+-ai-use\.pdf"/,
  );
  return readPdf(new Uint8Array(await response.arrayBuffer()));
}

const edit = (content: string, baseVersion: number) =>
  tenant.owner.put<DeliverableDetail>(`${team.path}/deliverables/paper.md`, {
    content,
    baseVersion,
  });
const review = (body: object) =>
  tenant.owner.post(`${team.path}/deliverables/paper.md/review`, body);
async function signInMember(marker: string) {
  const userId = await insertMember(platform, tenant.tenantId, { role: 'member', marker });
  await insertSession(platform, tenant.tenantId, { userId, token: `session-${userId}` });
  const client = createClient(platform.baseUrl);
  client.cookies.set('ecp_session', `session-${userId}`);
  return client;
}
const attestation = 'I have read these documents and stand by them.';

describe('the statement of AI use', () => {
  // AIU-5
  test('has the form of its schema and nothing else', async () => {
    const { link } = await team.issue({ clientName: 'Clara' });
    await review({ action: 'request_revision', notes: 'Shorter.' });
    await team.release([link.id], [['paper.md', 1]], { attestation });
    const statement = await read();
    expect([...Value.Errors(AiUseStatement, statement)]).toEqual([]);
    expect(Value.Clean(AiUseStatement, structuredClone(statement))).toEqual(statement);
    expect(statement).toEqual({
      engagement: {
        id: team.path.split('/').at(-1),
        name: expect.any(String),
        client: expect.any(String),
      },
      documents: [
        {
          filename: 'paper.md',
          title: 'Paper',
          version: 1,
          parts: { agent: 1, person: 0 },
          reviews: [
            {
              version: 1,
              action: 'request_revision',
              by: expect.any(String),
              at: isoTime,
              overrideReason: null,
            },
          ],
          approved: false,
          approvals: [],
          releases: [{ version: 1, by: expect.any(String), at: isoTime, to: ['Clara'] }],
        },
      ],
      models: [
        {
          model: 'swift-2',
          provider: 'anthropic',
          calls: 1,
          inputTokens: 100,
          outputTokens: 50,
          costUsd: 0.012,
        },
      ],
      checks: expect.any(Object),
      attestations: [
        {
          by: expect.any(String),
          at: isoTime,
          text: attestation,
          documents: [{ filename: 'paper.md', title: 'Paper', version: 1 }],
        },
      ],
      generatedAt: isoTime,
    });
  });

  // AIU-7
  test('has the counts of the other endpoints', async () => {
    const { link } = await team.issue();
    await edit(
      '# Paper\n\nWe expect 3,750 orders.\n\nSales were 12 stores.[^1]\n\n[^1]: Brief: “twelve”\n',
      1,
    );
    await team.addFile('other.md', '# Other\n\nWe expect 4,000 orders.\n');
    await review({ action: 'approve' });
    await team.release([link.id], [['paper.md', 1]]);
    await team.release([link.id], [['paper.md', 2]], { attestation });
    await platform.asSuperuser(
      `update platform.deliverables set citations_verified = 3, citations_computed = 2, citations_unjudged = 1,
        citations_altered = 0, citations_unsupported = 4, citations_missing_source = 0, citations_uncited = 5
        where filename = 'other.md' and engagement_id = $1`,
      [team.path.split('/').at(-1)],
    );
    const statement = await read();
    const { body: listed } = await tenant.owner.get<Static<typeof DeliverableListItem>[]>(
      `${team.path}/deliverables`,
    );
    const latest = listed.filter(
      ({ filename, version }) =>
        !listed.some((one) => one.filename === filename && one.version > version),
    );
    const sum = (state: keyof CitationCounts) =>
      latest.reduce((total, one) => total + (one.citations?.[state] ?? 0), 0);
    const { body: found } = await tenant.owner.get<{ conflicts: Conflict[] }>(
      `${team.path}/conflicts`,
    );
    const { conflicts, ...counts } = statement.checks;
    expect(conflicts).toBe(found.conflicts.filter(({ status }) => status === 'open').length);
    for (const [state, count] of Object.entries(counts))
      expect([state, count]).toEqual([state, sum(state as 'verified')]);
    expect(counts.unsupported + counts.uncited).toBeGreaterThan(4);
    const { body: versions } = await tenant.owner.get<Static<typeof DeliverableVersions>>(
      `${team.path}/deliverables/paper.md/versions`,
    );
    const { body: all } = await tenant.owner.get<{ releases: Release[] }>(`${team.path}/releases`);
    const paper = statement.documents.find(({ filename }) => filename === 'paper.md');
    expect(paper?.reviews.length).toBe(versions.versions.flatMap(({ reviews }) => reviews).length);
    expect(paper?.releases.map(({ version }) => version)).toEqual([1, 2]);
    expect(statement.attestations.length).toBe(
      all.releases.filter((one) => one.attestation !== null).length,
    );
  });

  // AIU-6
  test('tells agents’ words from people’s after an edit, and after the text came back', async () => {
    await edit('# Paper\n\nEnter the market in May with two stores.\n', 1);
    const share = async () => (await read()).documents[0]?.parts;
    expect(await share()).toEqual({ agent: 0.8889, person: 0.1111 });
    await tenant.owner.post(`${team.path}/deliverables/paper.md/restore`, { version: 1 });
    expect(await share()).toEqual({ agent: 1, person: 0 });
  });

  // AIU-8
  test('adds up the calls of each model, without those that were never billed', async () => {
    const { models } = await read([
      call,
      { ...call, status: 'unknown', costNanoUsd: 8_000_000 },
      { ...call, status: 'released', inputTokens: 0, outputTokens: 0, costNanoUsd: 0 },
      { ...call, model: 'gone-1', provider: null },
    ]);
    expect(models).toEqual([
      {
        model: 'swift-2',
        provider: 'anthropic',
        calls: 2,
        inputTokens: 200,
        outputTokens: 100,
        costUsd: 0.02,
      },
      {
        model: 'gone-1',
        provider: 'unknown',
        calls: 1,
        inputTokens: 100,
        outputTokens: 50,
        costUsd: 0.012,
      },
    ]);
  });

  // AIU-5, AIU-9
  test('is a paper of one to three pages whose sentences follow from the data', async () => {
    const { link } = await team.issue({ clientName: 'Clara *Client*' });
    await edit('# Paper\n\nEnter the market in May with two stores.\n', 1);
    await review({ action: 'approve' });
    await team.release([link.id], [['paper.md', 2]], {
      attestation: `${attestation}\n# No heading | no table`,
    });
    const { text, pages } = await readPages();
    expect(pages.length).toBeLessThanOrEqual(3);
    expect(text).toContain('Statement on the use of AI');
    expect(text).toContain('One document has words of AI agents and of people.');
    expect(text).toContain(
      'One language model was used: swift-2. One call was made, at a cost of $0.012.',
    );
    expect(text).toContain('The document is approved.');
    expect(text).toContain('89% 11%');
    expect(text).toContain('released to Clara *Client*');
    expect(text).toContain('# No heading | no table');
  });

  // AIU-9
  test('says plainly that no language model was used', async () => {
    const offline = { ...call, model: offlineModelId, provider: 'local', costNanoUsd: 0 };
    const { text } = await readPages([offline]);
    expect(text).toContain('No language model was used: a program without a model');
    expect(text).toContain('One document stands as the program wrote it.');
    expect(text).not.toContain('AI agents');
    await platform.asSuperuser(
      `update platform.deliverables set origin = 'human', run_id = null, editor_kind = 'user', editor_name = 'Ada'
        where engagement_id = $1`,
      [team.path.split('/').at(-1)],
    );
    expect((await readPages([])).text).toContain(
      'No language model was used: people wrote everything.',
    );
  });

  // AIU-9
  test('is written in the language of the brief', async () => {
    await platform.asSuperuser('update platform.engagements set brief = $2 where id = $1', [
      team.path.split('/').at(-1),
      'Wir wollen wissen, ob sich der Einstieg in den Markt für uns lohnt.',
    ]);
    const { text } = await readPages();
    expect(text).toContain('Erklärung zum Einsatz von KI');
    expect(text).toContain('Ein Dokument steht so, wie KI-Agenten es geschrieben haben.');
  });

  // AIU-5
  test('is 404 without a document, and for another workspace; the export is audited', async () => {
    const empty = await tenant.addEngagement();
    await platform.asSuperuser('delete from platform.deliverables where engagement_id = $1', [
      empty,
    ]);
    const refused = await tenant.owner.get(`/api/engagements/${empty}/export/ai-use`);
    expect(refused).toMatchObject({ status: 404, body: { code: 'no_deliverables' } });
    const stranger = await createPopulatedTenant(platform);
    const missing = await stranger.owner.get(`${team.path}/export/ai-use?format=json`);
    expect(missing).toMatchObject({ status: 404, body: { code: 'engagement_not_found' } });
    await read();
    const log = await platform.asSuperuser(
      `select metadata from platform.audit_log where action = 'engagement.export_ai_use' and resource_id = $1`,
      [team.path.split('/').at(-1)],
    );
    expect(log).toEqual([{ metadata: { format: 'json', deliverables: 1 } }]);
  });
});

describe('the statement of a release', () => {
  const portalPdf = async (token: string) => {
    const response = await fetch(`${platform.baseUrl}/api/portal/export/ai-use`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
  };

  // AIU-10, AIU-11
  test('is the client’s, stays as it was, and has nothing that is the team’s', async () => {
    const clara = await team.issue({ clientName: 'Clara', permissions: ['read'] });
    const karl = await team.issue({ clientName: 'Karl', permissions: ['read', 'approve'] });
    await review({ action: 'approve' });
    expect((await clara.view()).aiUse).toBe(false);
    expect((await portalPdf(clara.link.token)).status).toBe(404);
    const released = await playCalls([call], () =>
      team.release([clara.link.id, karl.link.id], [['paper.md', 1]], {
        attestation,
        includeAiUse: true,
      }),
    );
    expect(released).toMatchObject({ status: 201, body: { aiUse: true, attestation } });
    expect((await clara.view()).aiUse).toBe(true);
    await karl.client.post('/api/portal/deliverables/paper.md/review', { action: 'approve' });
    await edit('# Paper\n\nAll new.\n', 1);
    await team.release([clara.link.id], [['paper.md', 2]]);
    expect((await clara.view()).aiUse).toBe(true);
    const { bytes } = await portalPdf(clara.link.token);
    const { text } = await readPdf(bytes);
    expect(text).toContain('One document stands as AI agents wrote it.');
    expect(text).toContain('One language model was used: swift-2.');
    expect(text).toContain(attestation);
    for (const own of [
      'Karl',
      'Clara',
      'version',
      'Version',
      '$',
      'Tokens',
      'Cost',
      'paper.md',
      'released',
    ]) {
      expect([own, text.includes(own)]).toEqual([own, false]);
    }
    const log = await platform.asSuperuser(
      `select metadata from platform.audit_log where action = 'portal.export_ai_use' and resource_id = $1`,
      [team.path.split('/').at(-1)],
    );
    expect(log).toMatchObject([{ metadata: { releaseId: released.body.id } }]);
  });

  // SGN-11, SGN-16
  test('lists all approvals of a version for the team, and none for clients until it is approved', async () => {
    const [ada, link] = [await signInMember('Ada'), await team.issue({ clientName: 'Clara' })];
    await tenant.owner.patch('/api/account/policies', { approvalsNeeded: 2 });
    const releaseNow = () =>
      playCalls([call], () =>
        team.release([link.link.id], [['paper.md', 1]], { includeAiUse: true }),
      );
    const ofClient = async () => (await readPdf((await portalPdf(link.link.token)).bytes)).text;
    await ada.post(`${team.path}/deliverables/paper.md/review`, { action: 'approve' });
    expect((await read()).documents[0]).toMatchObject({
      approved: false,
      approvals: [{ by: 'member Ada' }],
    });
    expect((await readPages()).text).toContain('Not approved');
    await releaseNow();
    expect(await ofClient()).not.toContain('Ada');
    await review({ action: 'approve' });
    const [paper] = (await read()).documents;
    expect(paper).toMatchObject({ approved: true, approvals: [{ by: 'member Ada' }, {}] });
    const { text } = await readPages();
    for (const { by } of paper?.approvals ?? []) expect(text).toContain(by);
    expect(text).not.toContain('Not approved');
    await releaseNow();
    expect(await ofClient()).toContain('Ada');
    await tenant.owner.patch('/api/account/policies', { approvalsNeeded: 1 });
  });

  // AIU-10
  test('is refused whole where the engine does not tell its calls, or a version is missing', async () => {
    const { link } = await team.issue();
    const listCalls = vi.spyOn(platform.services.engine, 'listCalls');
    listCalls.mockRejectedValue(new EngineUnavailableError('no engine is running', null));
    const refused = await team
      .release([link.id], [['paper.md', 1]], { includeAiUse: true })
      .finally(() => listCalls.mockRestore());
    expect(refused).toMatchObject({ status: 502, body: { code: 'engine_error' } });
    expect((await team.release([link.id], [['paper.md', 7]], { includeAiUse: true })).status).toBe(
      404,
    );
    expect((await tenant.owner.get(`${team.path}/releases`)).body).toEqual({ releases: [] });
  });
});
