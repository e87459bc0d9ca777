import type { Engagement } from '@ecp/contract/work/engagements';
import { Template } from '@ecp/contract/work/templates';
import { createId } from '@ecp/database/create-id';
import { createClient } from '@ecp/testing/cookie-client';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { comparable, createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { systemTemplates } from './templates.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;

beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createKeyedTenant(platform);
});

const slugs = [
  'brand_digital_presence',
  'business_transformation',
  'go_to_market',
  'product_strategy',
  'research_deep_dive',
];
const fields = {
  name: 'Market Entry: Nordics!',
  description: 'For entering a market.',
  brief: 'Enter [market].',
};

async function save(given: object = {}, by = tenant): Promise<Template> {
  const { status, body } = await by.owner.post<{ template: Template }>('/api/templates', {
    ...fields,
    ...given,
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.template;
}
async function list(query = '', by = tenant) {
  const { body, headers } = await by.owner.get<{ templates: Template[] }>(`/api/templates${query}`);
  const next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  return { templates: body.templates, next: next === undefined ? undefined : new URL(next) };
}

describe('system templates', () => {
  // TPL-3, TPL-4
  test('are the fixed five, first in every tenant’s list', async () => {
    const { templates } = await list();
    expect(templates.map(({ slug }) => slug)).toEqual(slugs);
    expect(templates).toEqual(systemTemplates);
    const { body } = await (await tenant.createKey({ scope: 'read_only' })).get('/api/templates');
    expect(body).toEqual({ templates });
  });

  // TPL-3, TPL-6, TPL-11
  test.each(systemTemplates.map((template): [string, Template] => [template.slug, template]))(
    '%s is complete and can be read',
    async (_slug, template) => {
      expect([...Value.Errors(Template, template)]).toEqual([]);
      expect(template).toMatchObject({
        isSystem: true,
        tenantId: null,
        id: expect.stringMatching(/^[a-z][a-z0-9]{23}$/),
      });
      const blanks = new Set(template.brief.match(/\[[^\]]+\]/g));
      expect(blanks.size).toBeGreaterThanOrEqual(6);
      expect(blanks.size).toBeLessThanOrEqual(10);
      expect(template.tasks.length).toBeGreaterThanOrEqual(5);
      expect(template.tasks.length).toBeLessThanOrEqual(8);
      const answer = await tenant.owner.get<{ template: Template }>(
        `/api/templates/${template.id}`,
      );
      expect(answer).toMatchObject({ status: 200, body: { template } });
    },
  );

  // TPL-9
  test('cannot be deleted: 403', async () => {
    for (const { id } of systemTemplates) {
      const answer = await tenant.owner.delete(`/api/templates/${id}`);
      expect(answer).toMatchObject({ status: 403, body: { code: 'system_template' } });
    }
    expect((await list()).templates).toHaveLength(5);
  });
});

describe('own templates', () => {
  // TPL-1, TPL-2, TPL-5
  test('are stored with defaults and a slug of the name', async () => {
    expect(await save()).toEqual({
      ...fields,
      id: expect.any(String),
      slug: 'market_entry_nordics',
      budget: 5,
      tasks: [],
      options: {},
      approveAnswer: false,
      isSystem: false,
      tenantId: tenant.tenantId,
      createdAt: expect.any(String),
    });
  });

  // TPL-5, TPL-6
  test('store unknown fields of tasks and options unchanged, and generate missing task ids', async () => {
    const tasks = [
      { id: 'a', zeta: 1, name: 'First', alpha: { b: 1, a: 2 } },
      { name: 'Second', dependsOn: ['a'] },
    ];
    const options = { z: [1, { y: null }], a: 'b' };
    const saved = await save({ tasks, options, budget: 0.25 });
    expect(saved.budget).toBe(0.25);
    expect(JSON.stringify(saved.options)).toBe(JSON.stringify(options));
    expect(JSON.stringify(saved.tasks[0])).toBe(JSON.stringify(tasks[0]));
    expect(saved.tasks[1]).toEqual({ ...tasks[1], id: expect.any(String) });
    const { body } = await tenant.owner.get(`/api/templates/${saved.id}`);
    expect(body).toEqual({ template: saved });
  });

  // TPL-4
  test('with the same name have the same slug and different ids', async () => {
    const [first, second] = [await save(), await save()];
    expect(first.slug).toBe(second.slug);
    expect(first.id).not.toBe(second.id);
    expect((await list()).templates.slice(5).map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  // TPL-5
  test.each([
    ['no name', { name: undefined }, 'invalid_request'],
    ['a blank description', { description: ' ' }, 'invalid_request'],
    ['no brief', { brief: undefined }, 'invalid_request'],
    ['a budget of 0', { budget: 0 }, 'invalid_request'],
    ['options that are not an object', { options: [1] }, 'invalid_request'],
    ['an approval that is no boolean', { approveAnswer: 'yes' }, 'invalid_request'],
    ['an unknown agent', { tasks: [{ name: 'T', agent: 'nobody' }] }, 'unknown_agent'],
    [
      'two tasks with the same id',
      {
        tasks: [
          { id: 'a', name: 'T' },
          { id: 'a', name: 'U' },
        ],
      },
      'duplicate_task',
    ],
    [
      'an unknown dependency',
      { tasks: [{ id: 'a', name: 'T', dependsOn: ['b'] }] },
      'unknown_dependency',
    ],
    ['a cycle', { tasks: [{ id: 'a', name: 'T', dependsOn: ['a'] }] }, 'task_cycle'],
  ])('%s is 400', async (_title, given, code) => {
    const answer = await tenant.owner.post('/api/templates', { ...fields, ...given });
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect((await list()).templates).toHaveLength(5);
  });

  // TPL-7
  test('are deleted permanently; engagements made from them stay', async () => {
    const { id } = await save();
    const made = await tenant.owner.post<Engagement>('/api/engagements', {
      name: 'E',
      client: 'C',
      templateId: id,
    });
    expect((await tenant.owner.delete(`/api/templates/${id}`)).body).toEqual({ success: true });
    for (const send of ['get', 'delete'] as const) {
      expect(await tenant.owner[send](`/api/templates/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'Not found' },
      });
    }
    const { body } = await tenant.owner.get<Engagement>(`/api/engagements/${made.body.id}`);
    expect(body.brief).toBe(fields.brief);
  });

  // TPL-8
  test('of another tenant are not found', async () => {
    const other = await createKeyedTenant(platform);
    const { id } = await save({}, other);
    for (const send of ['get', 'delete'] as const) {
      const [theirs, none] = [
        await tenant.owner[send](`/api/templates/${id}`),
        await tenant.owner[send](`/api/templates/${createId()}`),
      ];
      expect(theirs.status).toBe(404);
      expect(comparable(theirs)).toEqual(comparable(none));
    }
    expect((await list()).templates).toHaveLength(5);
    expect((await list('', other)).templates).toHaveLength(6);
  });

  test('are listed in pages: the system’s on the first, large ones in short pages', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push((await save({ name: `T ${i}` })).id);
    const first = await list('?limit=3');
    expect(first.templates.map(({ slug }) => slug).slice(0, 5)).toEqual(slugs);
    const second = await list(first.next?.search);
    expect(second.next).toBeUndefined();
    expect([...first.templates.slice(5), ...second.templates].map(({ id }) => id)).toEqual(
      ids.reverse(),
    );
    await save({ options: { text: 'x'.repeat(3_000_000) } });
    await save({ options: { text: 'x'.repeat(3_000_000) } });
    expect((await list()).templates).toHaveLength(7);
    expect(await tenant.owner.get('/api/templates?cursor=x')).toMatchObject({ status: 400 });
  });

  test('are written to the audit log', async () => {
    const { id } = await save();
    await tenant.owner.delete(`/api/templates/${id}`);
    const { body } = await tenant.owner.get('/api/audit-log?resourceType=template');
    expect(body).toMatchObject({
      entries: [
        { action: 'template.delete', resourceId: id },
        { action: 'template.create', resourceId: id, metadata: { name: fields.name } },
      ],
    });
  });
});

describe('an engagement from a template', () => {
  const create = (body: object, by = tenant.owner) => by.post<Engagement>('/api/engagements', body);

  // ENG-13
  test('takes brief, budget, tasks and the approval of its answer from it; given values take precedence', async () => {
    const agent = (await platform.services.engine.listAgents())[0]?.slug;
    const tasks = [{ id: 'a', name: 'First', agent, note: 'kept' }];
    const template = await save({ budget: 7.5, tasks, approveAnswer: true });
    expect(template.approveAnswer).toBe(true);
    const plain = await create({ name: 'E', client: 'C', templateId: template.id });
    expect(plain).toMatchObject({
      status: 201,
      body: { name: 'E', brief: fields.brief, budget: 7.5, tasks, approveAnswer: true },
    });
    const given = { brief: 'Own brief', budget: 1, tasks: [], approveAnswer: false };
    const own = await create({ name: 'E', client: 'C', templateId: template.id, ...given });
    expect(own).toMatchObject({ status: 201, body: given });
    const { body } = await tenant.owner.get(`/api/audit-log?action=engagement.create`);
    expect(body).toMatchObject({ entries: [{ metadata: { templateId: template.id } }, {}] });
  });

  test('requires name and client; without a template also a brief', async () => {
    const { id: templateId } = await save();
    const message = 'Name, client, and brief are required';
    for (const body of [
      { client: 'C', templateId },
      { name: 'E', templateId },
      { name: 'E', client: 'C' },
      { name: 'E', client: 'C', templateId: null },
      { name: 'E', client: 'C', templateId, brief: ' ' },
    ]) {
      expect(await create(body)).toMatchObject({ status: 400, body: { error: message } });
    }
  });

  // ENG-13
  test('of an unknown template, or of another tenant’s, is 404; an invalid body is 400 before that', async () => {
    const other = await createKeyedTenant(platform);
    const { id } = await save({}, other);
    const [theirs, none] = [
      await create({ name: 'E', client: 'C', templateId: id }),
      await create({ name: 'E', client: 'C', brief: 'B', templateId: createId() }),
    ];
    expect(theirs).toMatchObject({ status: 404, body: { error: 'Not found' } });
    expect(comparable(theirs)).toEqual(comparable(none));
    const wrong = await create({ name: 'E', client: 'C', templateId: id, budget: -1 });
    expect(wrong).toMatchObject({ status: 400 });
    const stranger = createClient(platform.baseUrl);
    expect((await create({ templateId: id }, stranger)).status).toBe(401);
  });

  test('the limit of the billing plan is checked after the template', async () => {
    for (let i = 0; i < 5; i += 1)
      expect((await create({ name: 'E', client: 'C', brief: 'B' })).status).toBe(201);
    expect((await create({ name: 'E', client: 'C', templateId: createId() })).status).toBe(404);
    const { id: templateId } = await save();
    expect(await create({ name: 'E', client: 'C', templateId })).toMatchObject({
      status: 403,
      body: { error: 'Monthly engagement limit reached (5/5)' },
    });
  });
});
