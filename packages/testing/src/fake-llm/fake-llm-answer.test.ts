import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { complete } from './fake-llm-chat-client.ts';
import { type FakeLlmServer, startFakeLlmServer } from './fake-llm-server.ts';
import { writeVaried } from './fake-llm-varied.ts';

const criterion = {
  type: 'object',
  properties: { score: { type: 'number', minimum: 0, maximum: 100 }, comment: { type: 'string' } },
  required: ['score', 'comment'],
};
const schema = {
  type: 'object',
  properties: {
    criteria: {
      type: 'object',
      properties: { depth: criterion, 'clear-{words}"': criterion },
      required: ['depth', 'clear-{words}"'],
    },
    feedback: { type: 'string' },
  },
  required: ['criteria', 'feedback'],
};
const judged = {
  criteria: {
    depth: { score: expect.any(Number), comment: expect.any(String) },
    'clear-{words}"': { score: expect.any(Number), comment: expect.any(String) },
  },
  feedback: expect.any(String),
};
const material =
  '[[f BEGIN task]]\nTask: Size the market\nThe client sells cargo bikes in three cities.\n[[f END task]]';
const introduction = 'Answer with one JSON value that fits this JSON Schema:';
const withSchema = (shape: object) => `${introduction}\n${JSON.stringify(shape, null, 2)}`;
const score = { type: 'object', properties: { score: { type: 'integer' } } };
const asText = (text: string) => ({ model: 'm', messages: [{ role: 'user', content: text }] });

let server: FakeLlmServer;
beforeEach(async () => {
  server = await startFakeLlmServer();
});
afterEach(() => server.close());

const answer = async (body: object) => JSON.parse((await complete(server, body)).text);

describe('a schema in the prompt', () => {
  it.each([
    ['without a form', {}],
    ['in JSON mode', { response_format: { type: 'json_object' } }],
  ])('is fitted %s, with facts of the material', async (_form, rest) => {
    const value = await answer({ ...asText(`${material}\n\n${withSchema(schema)}`), ...rest });
    expect(value).toEqual(judged);
    expect(value.feedback).toBe('The client sells cargo bikes in three cities.');
  });

  it('is the last of several, and may stand in a fence, in another message or in a part of one', async () => {
    const fenced = `${introduction}\n\`\`\`json\n${JSON.stringify(score)}\n\`\`\`\nNothing else.`;
    expect(await answer(asText(`${withSchema(schema)}\n\n${fenced}`))).toEqual({
      score: expect.any(Number),
    });
    const messages = [
      { role: 'system', content: withSchema(score) },
      { role: 'user', content: material },
    ];
    expect(await answer({ model: 'm', messages })).toEqual({ score: expect.any(Number) });
    const parts = [material, withSchema(schema)].map((text) => ({ type: 'text', text }));
    expect(await answer({ model: 'm', messages: [{ role: 'user', content: parts }] })).toEqual(
      judged,
    );
  });

  it('is fitted when a wrong answer comes back', async () => {
    server.behave({ wrongShapes: ['array_at_top'] });
    const first = asText(`${material}\n\n${withSchema(schema)}`);
    const wrong = await answer(first);
    expect(wrong).toEqual([judged]);
    const back = [
      { role: 'assistant', content: JSON.stringify(wrong) },
      { role: 'user', content: 'This does not fit: the value must be an object. Answer again.' },
    ];
    expect(await answer({ ...first, messages: [...first.messages, ...back] })).toEqual(judged);
  });

  it('gives way to the one of the request', async () => {
    const response_format = {
      type: 'json_schema',
      json_schema: { name: 'observe', schema: score },
    };
    expect(await answer({ ...asText(withSchema(schema)), response_format })).toEqual({
      score: expect.any(Number),
    });
  });

  it('without JSON behind it is prose', async () => {
    const { text } = await complete(
      server,
      asText(`${material}\nThe answer fits this JSON Schema: {none}`),
    );
    expect(text).toMatch(/^# Size the market\n/);
  });
});

describe('a varied writer', () => {
  beforeEach(() => server.respondWith(writeVaried()));

  it('judges each criterion of an object', async () => {
    const response_format = { type: 'json_schema', json_schema: { name: 'evaluate', schema } };
    expect(await answer({ ...asText(material), response_format })).toEqual(judged);
  });

  it('knows a purpose by a schema in the prompt', async () => {
    expect(await answer(asText(`${material}\n\n${withSchema(schema)}`))).toEqual(judged);
    const observed = await answer(asText(`${material}\n\n${withSchema(score)}`));
    expect(observed).toMatchObject({ score: expect.any(Number), issues: expect.any(Array) });
  });
});

it('text in several parts is material like text in one', async () => {
  const parts = [material, 'Write the document.'].map((text) => ({ type: 'text', text }));
  const { text } = await complete(server, {
    model: 'm',
    messages: [{ role: 'user', content: parts }],
  });
  expect(text).toBe((await complete(server, asText(`${material}\nWrite the document.`))).text);
});
