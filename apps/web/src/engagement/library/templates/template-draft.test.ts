import type { Template } from '@ecp/contract/work/templates';
import { expect, test } from 'vitest';
import {
  checkTemplate,
  readTemplateDraft,
  toTemplateBody,
  toTemplateDraft,
} from './template-draft.ts';

const template: Template = {
  id: 't1',
  name: 'Tariffs',
  slug: 'tariffs',
  description: 'For utilities',
  brief: 'What to charge?',
  budget: 7.5,
  tasks: [{ id: 'a', name: 'Costs' }],
  options: { decisionMakers: 'Board' },
  approveAnswer: true,
  isSystem: true,
  tenantId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};

test('a blank template reports what is missing', () => {
  const blank = toTemplateDraft(undefined);
  expect(checkTemplate(blank)).toEqual({
    name: 'Give the template a name.',
    description: 'Say when to use it.',
    brief: 'Write the brief.',
  });
  expect(checkTemplate({ ...blank, budget: '20000' }).budget).toMatch(/At most/);
});

test('a copy takes everything except the name', () => {
  const draft = toTemplateDraft(template);
  expect(checkTemplate(draft)).toEqual({});
  const { name, description, brief, budget, tasks, options, approveAnswer } = template;
  const copiedFields = { description, brief, budget, tasks, options, approveAnswer };
  const body = { ...copiedFields, name: `${name} (copy)` };
  expect(toTemplateBody(draft, template)).toEqual(body);
  expect(toTemplateBody(draft, undefined)).not.toHaveProperty('options');
});

test('reads a stored draft and nothing else', () => {
  const draft = toTemplateDraft(template);
  expect(readTemplateDraft(JSON.stringify(draft))).toEqual(draft);
  expect(readTemplateDraft('{"name":"x"}')).toBeNull();
  expect(readTemplateDraft('null')).toBeNull();
});
