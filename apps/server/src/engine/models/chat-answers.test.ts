import { describe, expect, it } from 'vitest';
import { normalizeChatAnswers } from './chat-answers.ts';

interface Read {
  status: number;
  text: string;
  reason: string | null;
  errors: { message: string }[];
  usage: unknown;
}

/** Reads what the SDK gets of a body that a server sends in pieces of some bytes. */
async function read(body: string, pieceBytes = 7): Promise<Read> {
  const bytes = new TextEncoder().encode(body);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) => {
    return bytes.slice(index * pieceBytes, (index + 1) * pieceBytes);
  });
  const fetch = normalizeChatAnswers(async () => new Response(ReadableStream.from(pieces)));
  const response = await fetch('http://models.example/v1/chat/completions');
  const sent = await response.text();
  const result: Read = {
    status: response.status,
    text: '',
    reason: null,
    errors: [],
    usage: undefined,
  };
  if (!response.ok)
    return { ...result, errors: [(JSON.parse(sent) as { error: { message: string } }).error] };
  for (const event of sent.split('\n\n').filter((item) => item !== '')) {
    const chunk = JSON.parse(event.slice('data: '.length));
    if (chunk.error) result.errors.push(chunk.error);
    const [choice] = chunk.choices ?? [];
    result.text += choice?.delta.content ?? '';
    result.reason = choice?.finish_reason ?? result.reason;
    result.usage = chunk.usage ?? result.usage;
  }
  return result;
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const piece = (content: string, reason: string | null = null) =>
  event({ id: 'x', choices: [{ index: 0, delta: { content }, finish_reason: reason }] });

describe('an answer', () => {
  // MOD-32
  it.each([
    ['in pieces that cut letters', `${piece('Größe: ')}${piece('3,4 %', 'stop')}data: [DONE]\n\n`],
    [
      'of a completions endpoint',
      `${event({ choices: [{ text: 'Größe: 3,4 %', finish_reason: 'stop' }] })}data: [DONE]\n\n`,
    ],
    [
      'in the result of a gateway',
      JSON.stringify({ code: 200, data: { choices: [{ message: { content: 'Größe: 3,4 %' } }] } }),
    ],
    [
      'of Ollama, a line each',
      `${JSON.stringify({ message: { content: 'Größe: ' }, done: false })}\n${JSON.stringify({ message: { content: '3,4 %' }, done: true, done_reason: 'stop' })}\n`,
    ],
    [
      'between events of other kinds',
      `event: start\ndata: {"status":"queued"}\n\nretry: 3\n\n: hm\n\n${piece('Größe: ')}data: \n\n${piece('3,4 %', 'stop')}`,
    ],
    [
      'with an event over several lines',
      `data: {"choices":[{"delta":\ndata: {"content":"Größe: 3,4 %"},\ndata: "finish_reason":"stop"}]}\n\n`,
    ],
    [
      'without spaces, and with marks of returns alone',
      `data:{"choices":[{"delta":{"content":"Größe: 3,4 %"}}]}\r\rdata:[DONE]\r\r`,
    ],
  ])('%s is read', async (_form, body) => {
    expect(await read(body)).toMatchObject({
      status: 200,
      text: 'Größe: 3,4 %',
      reason: 'stop',
      errors: [],
    });
  });

  // MOD-30
  it('that ends with neither a reason nor [DONE] has no natural end', async () => {
    expect(await read(piece('Half'))).toMatchObject({ text: 'Half', reason: 'connection closed' });
  });

  // MOD-23
  it('has its usage wherever it is told', async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 3 };
    const body = `${piece('A', 'stop')}${event({ choices: [], x_groq: { usage } })}data: [DONE]\n\n`;
    expect(await read(body)).toMatchObject({ usage });
    expect(
      await read(JSON.stringify({ choices: [{ message: { content: 'A' }, usage }] })),
    ).toMatchObject({ usage });
  });
});

describe('an error with the status 200', () => {
  // MOD-32
  it.each<[string, string, number, string]>([
    ['in an event', event({ error: { message: 'Too slow', code: 503 } }), 503, 'Too slow'],
    [
      'after events that say nothing',
      `: hm\n\n${event({ choices: [] })}${event({ error: { message: 'Gone', code: 500 } })}`,
      500,
      'Gone',
    ],
    ['as a text', event({ error: 'rate limit exceeded' }), 429, 'rate limit exceeded'],
    [
      'in a list',
      JSON.stringify([
        { error: { code: 400, message: 'API key not valid', status: 'INVALID_ARGUMENT' } },
      ]),
      400,
      'API key not valid',
    ],
    [
      'in a choice',
      event({
        choices: [
          { delta: {}, error: { code: 502, message: 'No worker' }, finish_reason: 'error' },
        ],
      }),
      502,
      'No worker',
    ],
    [
      'of the kind error',
      'event: error\ndata: {"message":"context length exceeded"}\n\n',
      400,
      'context length exceeded',
    ],
    [
      'of the kind error in words',
      'event: error\ndata: the GPU is lost\n\n',
      502,
      'the GPU is lost',
    ],
    [
      'as an object of its own',
      JSON.stringify({ object: 'error', message: 'No such form', code: 40_301 }),
      502,
      'No such form',
    ],
    ['as a bare status', JSON.stringify({ status: 429, detail: 'Later' }), 429, 'Later'],
  ])(
    '%s and without an answer is an error of its own status',
    async (_form, body, status, message) => {
      const answer = await read(body);
      expect(answer.status).toBe(status);
      expect(answer.errors).toMatchObject([{ message }]);
    },
  );

  it('in the middle of an answer is passed on with its reason', async () => {
    const answer = await read(
      `${piece('Half')}${event({ error: { message: 'The worker died', code: 500 } })}`,
    );
    expect(answer).toMatchObject({
      status: 200,
      text: 'Half',
      errors: [{ message: 'The worker died' }],
    });
  });
});

// MOD-32
it.each([
  '<html>Sign in</html>',
  'data: {"choices":[{"delta":{"content":"Ha\n\n',
  '{"choices":[{"message":',
])('what is no answer stays unreadable: %j', async (body) => {
  await expect(read(body)).rejects.toThrow(/JSON/);
});
