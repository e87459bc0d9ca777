import { ApiError } from '@ecp/contract/declaring/errors';
import type { DeliverableCitations } from '@ecp/contract/values/citations';
import type { DeliverableDetail, DeliverableVersions } from '@ecp/contract/work/deliverables';
import type { StaleWork } from '@ecp/contract/work/plans';
import { createId } from '@ecp/database/create-id';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import type { Static } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyedTenant, type KeyedTenant } from '../../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

const brief = 'The market grew by 12 % in 2025. How to enter it?';
const quoted = '[^1]: Brief: “The market grew by 12 % in 2025.”\n';
const first = `# Entry\n\nWe advise to enter.\n\n## Market\n\nThe market grew by 12 % in 2025.[^1]\n\n## Risks\n\nFew.\n\n${quoted}`;

async function createDocument(
  content = first,
): Promise<{ id: string; runId: string; path: string }> {
  const { database } = platform;
  const { tenantId } = tenant;
  const tasks = [{ id: 'task-1', name: 'Entry', agent: 'strategist' }];
  const id = await insertEngagement(database, tenantId, { brief, tasks, status: 'completed' });
  const runId = await insertRun(database, tenantId, id);
  await insertDeliverable(database, tenantId, id, { runId, filename: 'entry.md', content });
  return { id, runId, path: `/api/engagements/${id}/deliverables/entry.md` };
}

const edit = (path: string, content: string, baseVersion: number, note?: string) =>
  tenant.owner.put<DeliverableDetail>(path, { content, baseVersion, ...(note && { note }) });

describe('a person writes', () => {
  // WRI-1, WRI-2, WRI-6
  test('the next version, which says who wrote it and each of its sections', async () => {
    const { path, runId } = await createDocument();
    const content = first.replace('Few.', 'Few that we can name.');
    const { status, body } = await edit(path, content, 1, ' Named the risks. ');
    expect(status).toBe(201);
    const editedBy = { kind: 'user', id: tenant.userId, name: expect.any(String) };
    expect(body).toMatchObject({
      content,
      version: 2,
      origin: 'human',
      editedBy,
      note: 'Named the risks.',
      taskId: 'task-1',
      approvalStatus: 'pending_review',
      noteAnswers: [],
      stale: false,
    });
    expect(body.wordCount).toBeGreaterThan(10);
    const agent = { kind: 'agent', id: 'strategist', name: 'strategist' };
    expect(body.sections).toEqual([
      { heading: 'Entry', level: 1, author: agent, version: 1, locked: false },
      { heading: 'Market', level: 2, author: agent, version: 1, locked: false },
      { heading: 'Risks', level: 2, author: body.editedBy, version: 2, locked: true },
    ]);
    expect((await tenant.owner.get(path)).body).toEqual(body);
    const { versions } = (
      await tenant.owner.get<Static<typeof DeliverableVersions>>(`${path}/versions`)
    ).body;
    expect(versions).toMatchObject([
      { version: 2, origin: 'human', editedBy, note: 'Named the risks.', runId: null, score: null },
      { version: 1, origin: 'agent', editedBy: null, note: null, runId },
    ]);
    const [listed] = (await tenant.owner.get<object[]>(path.replace('/entry.md', ''))).body;
    expect(listed).toMatchObject({ version: 2, origin: 'human', editedBy });
  });

  // WRI-4
  test('and the text is checked like that of an agent', async () => {
    const { path } = await createDocument();
    const wrong = await edit(
      path,
      first.replace('The market grew by 12 % in 2025.[^1]', 'It grew by 21 %.[^1]'),
      1,
    );
    expect(wrong.body.citations).toMatchObject({ verified: 0, altered: 1 });
    const right = await edit(path, `${first}`.replace('Few.', 'None.'), 2);
    expect(right.body.citations).toMatchObject({ verified: 1, altered: 0 });
    const { body } = await tenant.owner.get<DeliverableCitations>(`${path}/citations`);
    expect(body).toMatchObject({
      version: 3,
      complete: true,
      citations: [{ footnote: '1', state: 'verified' }],
    });
  });

  // WRI-15
  test('and a new sentence needs a source for its figures, which is told in later versions, too', async () => {
    const { path } = await createDocument();
    const added = [
      'The repair market is worth EUR 48.7 million.',
      'The partners expect 3,750 orders.',
      'Of all 61 % would never return, and 17.5 % might.',
      '| Item | Value |\n|---|---|\n| Churn | 13.7 % |',
      'We estimate 44 weeks at EUR 640,000.',
    ];
    const content = first.replace('Few.', added.join('\n\n'));
    const second = await edit(path, content, 1);
    expect(second.body.citations).toMatchObject({ verified: 1, uncited: added.length });
    const later = await edit(path, content.replace('We advise', 'We gladly advise'), 2);
    expect(later.body.citations).toEqual(second.body.citations);
    const [listed] = (await tenant.owner.get<object[]>(path.replace('/entry.md', ''))).body;
    expect(listed).toMatchObject({ version: 3, citations: later.body.citations });
    const { body } = await tenant.owner.get<DeliverableCitations>(`${path}/citations`);
    const open = body.citations.filter(({ state }) => state === 'uncited');
    expect(open.map(({ reason }) => reason)).toEqual(
      ['48.7 million', '3,750', '61 %, 17.5 %', '13.7 %', '44 weeks, 640,000'].map((shown) =>
        expect.stringContaining(shown),
      ),
    );
  });

  // WRI-14
  test('and the check is repeated when a file that was being read is read', async () => {
    const { id, path } = await createDocument();
    const attachmentId = createId();
    await platform.asSuperuser(
      `insert into platform.attachments (id, tenant_id, engagement_id, filename, mime_type, size_bytes, sha256, category,
          storage_key, extraction_state)
        values ($1, $2, $3, 'survey.md', 'text/markdown', 10, '', 'reference', $1, 'pending')`,
      [attachmentId, tenant.tenantId, id],
    );
    const cited =
      'Half of the shops close by six.[^2]\n\n[^2]: survey.md: “Half of the shops close by six.”\n';
    await edit(path, `${first}\n${cited}`, 1);
    const read = async () =>
      (await tenant.owner.get<DeliverableCitations>(`${path}/citations`)).body;
    expect(await read()).toMatchObject({
      complete: false,
      waitsForFiles: true,
      summary: { missingSource: 1 },
    });
    await platform.asSuperuser(
      `with told as (
          insert into platform.context_chunks (tenant_id, engagement_id, attachment_id, ordinal, location, position, content)
          values ($2, $3, $1, 0, null, 0, 'Half of the shops close by six.')
        )
        update platform.attachments set extraction_state = 'extracted' where id = $1`,
      [attachmentId, tenant.tenantId, id],
    );
    await expect.poll(read).toMatchObject({
      complete: true,
      waitsForFiles: false,
      version: 2,
      summary: { verified: 2, missingSource: 0 },
    });
  });

  // WRI-17
  test('and is stored although its check has to wait, and cannot be approved as verified until then', async () => {
    const { path } = await createDocument();
    await tenant.owner.patch('/api/account/policies', { requireVerifiedCitations: true });
    const { texts } = platform.services;
    const room = Promise.withResolvers<void>();
    platform.services.texts = {
      async run(tenantId, reader, input, limits) {
        const isAwaited = limits?.isAwaited ?? true;
        if (reader.name === 'check' && isAwaited) throw new ApiError('service_unavailable');
        if (reader.name === 'check') await room.promise;
        return texts.run(tenantId, reader, input, limits);
      },
    };
    const wrong = first.replace('The market grew by 12 % in 2025.[^1]', 'It grew by 21 %.[^1]');
    const { status, body } = await edit(path, wrong, 1);
    expect([status, body.version]).toEqual([201, 2]);
    const read = async () =>
      (await tenant.owner.get<DeliverableCitations>(`${path}/citations`)).body;
    expect(await read()).toMatchObject({
      complete: false,
      waitsForCheck: true,
      waitsForFiles: false,
      summary: null,
    });
    const approval = await tenant.owner.post(`${path}/review`, { action: 'approve' });
    expect([approval.status, approval.body]).toMatchObject([409, { code: 'citations_open' }]);
    room.resolve();
    await expect
      .poll(read)
      .toMatchObject({ complete: true, waitsForCheck: false, summary: { altered: 1 } });
    platform.services.texts = texts;
    await tenant.owner.patch('/api/account/policies', { requireVerifiedCitations: false });
  });

  // WRI-18
  test.each([
    ['headings', '# a\n'],
    ['underlined headings', 'a\n=\n'],
    ['entries of a list', '- a\n'],
    ['quotes', '> a\n\n'],
    ['links', '[a](b)\n'],
  ])('but not 75,000 %s, which are refused before a child reads them', async (_, line) => {
    const { path } = await createDocument();
    const { texts } = platform.services;
    const readers: string[] = [];
    platform.services.texts = {
      run(tenantId, reader, input, limits) {
        readers.push(reader.name);
        return texts.run(tenantId, reader, input, limits);
      },
    };
    const { status, body } = await edit(path, line.repeat(75_000).slice(0, 500_000), 1);
    platform.services.texts = texts;
    expect([status, body]).toMatchObject([422, { code: 'text_too_complex' }]);
    expect(readers).toEqual([]);
  });

  // CHK-11
  test('and quotes are looked up in the whole text of a source, however long it is', async () => {
    const { id, path } = await createDocument();
    const attachmentId = createId();
    await platform.asSuperuser(
      `with file as (
          insert into platform.attachments (id, tenant_id, engagement_id, filename, mime_type, size_bytes, sha256, category,
            storage_key, extraction_state)
          values ($1, $2, $3, 'shops.pdf', 'application/pdf', 10, '', 'reference', $1, 'extracted')
        )
        insert into platform.context_chunks (tenant_id, engagement_id, attachment_id, ordinal, location, position, content)
        select $2, $3, $1, number, 'page ' || number + 1, 0,
          'On page ' || number + 1 || ' the town counts ' || number * 37 || ' shops. ' || repeat('Words fill it. ', 700)
        from generate_series(0, 299) as number`,
      [attachmentId, tenant.tenantId, id],
    );
    const note = (label: string, words: string) => `[^${label}]: shops.pdf: “${words}”\n`;
    const cited = `The town counts 10,730 shops.[^2] It counts 10,731 shops.[^3]

${note('2', 'On page 291 the town counts 10730 shops.')}${note('3', 'On page 291 the town counts 10731 shops.')}`;
    const { body } = await edit(path, `${first}\n${cited}`, 1);
    expect(body.citations).toMatchObject({ altered: 1, missingSource: 0 });
    const { citations } = (await tenant.owner.get<DeliverableCitations>(`${path}/citations`)).body;
    expect(citations.find(({ footnote }) => footnote === '2')?.passage).toContain('10730 shops');
  });

  // WRI-16, CHK-8
  test('and a judge says whether sources carry the new sentences, once for each of them', async () => {
    const { id, path } = await createDocument();
    const left = async () =>
      (await tenant.owner.get<StaleWork>(`/api/engagements/${id}/stale`)).body.remaining;
    const before = await left();
    const statements: string[] = [];
    platform.engine.onJudge(({ statement }) => {
      // A judge may still be asked about the document of the test before.
      if (statement.startsWith('Newcomers')) statements.push(statement);
      const holds = !statement.includes('shrinks');
      return { holds, reason: holds ? 'The passage says so.' : 'The passage says the opposite.' };
    });
    const read = async () =>
      (await tenant.owner.get<DeliverableCitations>(`${path}/citations`)).body;
    const cited = (sentence: string) =>
      first.replace('Few.', `${sentence}[^2]`) + quoted.replace('[^1]', '[^2]');
    await edit(path, cited('Newcomers find a market that shrinks from year to year.'), 1);
    expect(await read()).toMatchObject({
      complete: false,
      waitsForJudge: true,
      waitsForFiles: false,
    });
    await expect
      .poll(read)
      .toMatchObject({ complete: true, waitsForJudge: false, summary: { unsupported: 1 } });
    expect((await read()).citations.map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining('The passage says the opposite.'),
    );
    await edit(path, cited('Newcomers find more customers from year to year.'), 2);
    await expect
      .poll(read)
      .toMatchObject({ complete: true, version: 3, summary: { unsupported: 0, unjudged: 0 } });
    const asked = statements.length;
    await edit(path, cited('Newcomers find a market that shrinks from year to year.'), 3);
    expect(await read()).toMatchObject({ complete: true, version: 4, summary: { unsupported: 1 } });
    expect(statements.length).toBe(asked);
    const [paid] = await platform.asSuperuser<{ usd: number }>(
      `select sum(cost_nano_usd)::float / 1e9 as usd from engine.runs
        where engagement_id = $1 and kind = 'judge'`,
      [id],
    );
    expect(paid?.usd).toBeGreaterThan(0);
    expect(before - (await left())).toBeCloseTo(paid?.usd ?? 0, 9);
  });

  // WRI-16
  test('and without an answer of a judge a new sentence is left unjudged, which is not open', async () => {
    const { path } = await createDocument();
    platform.engine.onJudge(() => null);
    const sentence = 'Newcomers find people who are glad to see them.[^2]';
    await edit(path, first.replace('Few.', sentence) + quoted.replace('[^1]', '[^2]'), 1);
    const read = async () =>
      (await tenant.owner.get<DeliverableCitations>(`${path}/citations`)).body;
    await expect.poll(read).toMatchObject({ complete: true, waitsForJudge: false, version: 2 });
    expect((await read()).summary).toMatchObject({ unjudged: 1, unsupported: 0, altered: 0 });
    const approved = await tenant.owner.post<{ openCitations: number }>(`${path}/review`, {
      action: 'approve',
    });
    expect(approved.body.openCitations).toBe(0);
  });

  // WRI-1
  test('on the latest version only: of two writers the second is told, and an unchanged text is none', async () => {
    const { path } = await createDocument();
    const both = await Promise.all(
      ['a', 'b'].map((word) => edit(path, first.replace('Few.', word), 1)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'not_latest_version',
      error: 'The latest version is 2',
    });
    const latest = (await tenant.owner.get<DeliverableDetail>(path)).body;
    expect(await edit(path, latest.content, 2)).toMatchObject({
      status: 409,
      body: { code: 'nothing_changed' },
    });
    expect(await edit(path, '  ', 2)).toMatchObject({ status: 400 });
    expect(await edit(path, 'a\u0000b', 2)).toMatchObject({ status: 400 });
    expect(await edit(path.replace('entry', '_run_report'), 'x', 1)).toMatchObject({ status: 404 });
  });

  // WRI-5
  test('what was stale stays stale', async () => {
    const { id, runId, path } = await createDocument();
    const { database } = platform;
    const add = (version: number) =>
      insertDeliverable(database, tenant.tenantId, id, {
        runId,
        version,
        taskId: 'task-0',
        filename: 'scan.md',
      });
    const scan = await add(1);
    await platform.asSuperuser(
      `insert into platform.deliverable_upstreams (tenant_id, deliverable_id, upstream_id)
        select tenant_id, id, $2 from platform.deliverables where engagement_id = $1 and filename = 'entry.md'`,
      [id, scan],
    );
    await add(2);
    const { body } = await edit(path, first.replace('Few.', 'Many.'), 1);
    expect(body.staleBecause).toEqual([
      { taskId: 'task-0', filename: 'scan.md', usedVersion: 1, latestVersion: 2 },
    ]);
  });
});

describe('an earlier version is restored', () => {
  // WRI-3
  test('as the next one; its sections keep their authors', async () => {
    const { path } = await createDocument();
    await edit(path, first.replace('Few.', 'Many.'), 1);
    await edit(path, first.replace('Few.', 'Some.').replace('We advise', 'They advise'), 2);
    const restored = await tenant.owner.post<DeliverableDetail>(`${path}/restore`, { version: 2 });
    expect(restored).toMatchObject({
      status: 201,
      body: { version: 4, content: first.replace('Few.', 'Many.'), origin: 'human' },
    });
    expect(restored.body.sections.map(({ version, locked }) => [version, locked])).toEqual([
      [1, false],
      [1, false],
      [2, true],
    ]);
    const restore = (version: number) => tenant.owner.post(`${path}/restore`, { version });
    expect(await restore(4)).toMatchObject({ status: 409, body: { code: 'nothing_changed' } });
    expect(await restore(9)).toMatchObject({ status: 404 });
    const late = await tenant.owner.post(`${path}/restore`, { version: 2, baseVersion: 3 });
    expect(late).toMatchObject({ status: 409, body: { code: 'not_latest_version' } });
  });
});
