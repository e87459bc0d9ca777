import { describe, expect, it } from 'vitest';
import { adaptRequests } from './refused-parameters.ts';

const address = 'http://models.example/v1/chat/completions';
const asked = {
  model: 'm',
  max_tokens: 8_000,
  prompt_cache_key: 'run',
  messages: [
    { role: 'system', content: 'You write.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'The brief.' },
        { type: 'text', text: 'The task.' },
      ],
    },
  ],
  tools: [{ type: 'function', function: { name: 'search_context' } }],
  tool_choice: 'auto',
  stream: true,
  stream_options: { include_usage: true },
};

type Asked = Record<string, unknown> & { messages: { role: string; content: unknown }[] };
type Answer = { status: number; body: object | string } | null;

/** Opens a `fetch` whose server answers each request as `server` says; null answers it. */
function openServer(server: (body: Asked, count: number) => Answer) {
  const requests: Asked[] = [];
  const fetch = adaptRequests(async (_input, init) => {
    const body = JSON.parse(String(init?.body)) as Asked;
    requests.push(body);
    const answer = server(body, requests.length) ?? { status: 200, body: 'data: [DONE]\n\n' };
    return new Response(
      typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body),
      {
        status: answer.status,
      },
    );
  });
  const ask = (body: object = asked) =>
    fetch(address, { method: 'POST', body: JSON.stringify(body) });
  return { ask, requests };
}

const says = (message: string, more: object = {}) => ({
  error: { message, type: 'invalid_request_error', ...more },
});

/** Refusals in the words of servers, each with the change of the request that follows. */
const refusals: [string, number, object | string, (body: Asked) => boolean][] = [
  [
    'max_tokens (OpenAI, Azure)',
    400,
    says(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      {
        param: 'max_tokens',
        code: 'unsupported_parameter',
      },
    ),
    (body) => body['max_tokens'] === undefined && body['max_completion_tokens'] === 8_000,
  ],
  [
    'a high max_tokens (OpenAI)',
    400,
    says(
      'max_tokens is too large: 8000. This model supports at most 4096 completion tokens, whereas you provided 8000.',
    ),
    (body) => body['max_tokens'] === 4_096,
  ],
  [
    'a high max_tokens (DeepSeek)',
    400,
    says('Invalid max_tokens value, the valid range of max_tokens is [1, 4096]'),
    (body) => body['max_tokens'] === 4_096,
  ],
  [
    'a high max_tokens (Groq)',
    400,
    says(
      '`max_tokens` must be less than or equal to `4,096`, the maximum value for `max_tokens` is less than the `context_window` for this model',
      { param: 'max_tokens' },
    ),
    (body) => body['max_tokens'] === 4_096,
  ],
  [
    'a high max_tokens (DashScope)',
    400,
    says('Range of max_tokens should be [1, 2000]', { code: 'invalid_parameter_error' }),
    (body) => body['max_tokens'] === 2_000,
  ],
  [
    'stream_options (Azure)',
    400,
    says(
      'Unrecognized request argument supplied: stream_options. Please contact us through an Azure support request at: https://go.example/fwlink for further questions.',
    ),
    (body) => body['stream_options'] === undefined && body['stream'] === true,
  ],
  [
    'stream_options (Mistral)',
    422,
    {
      object: 'error',
      message: {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'stream_options'],
            msg: 'Extra inputs are not permitted',
            input: {},
          },
        ],
      },
    },
    (body) => body['stream_options'] === undefined,
  ],
  [
    'stream_options (vLLM)',
    400,
    {
      object: 'error',
      message:
        "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted', 'input': {'include_usage': True}}]",
      type: 'BadRequestError',
      code: 400,
    },
    (body) => body['stream_options'] === undefined,
  ],
  [
    'stream_options (LiteLLM)',
    400,
    says(
      "litellm.UnsupportedParamsError: bedrock does not support parameters: ['stream_options'], for model=m. To drop these, set `litellm.drop_params=True`",
    ),
    (body) => body['stream_options'] === undefined,
  ],
  [
    'a cache key among allowed names (Bedrock)',
    400,
    says(
      'Failed to deserialize the JSON body into the target type: prompt_cache_key: unknown field `prompt_cache_key`, expected one of `messages`, `model`, `max_tokens`, `stream`, `stream_options`, `tools`, `tool_choice` at line 1 column 212',
    ),
    (body) => body['prompt_cache_key'] === undefined && body['stream_options'] !== undefined,
  ],
  [
    'a cache key (Google)',
    400,
    [
      {
        error: {
          code: 400,
          message:
            'Invalid JSON payload received. Unknown name "prompt_cache_key": Cannot find field.',
        },
      },
    ],
    (body) => body['prompt_cache_key'] === undefined,
  ],
  [
    'tool_choice (DeepSeek)',
    400,
    says('deepseek-reasoner does not support this tool_choice'),
    (body) => body['tool_choice'] === undefined && body['tools'] !== undefined,
  ],
  [
    'tool_choice (OpenRouter)',
    404,
    says("No endpoints found that support the provided 'tool_choice' value.", { code: 404 }),
    (body) => body['tool_choice'] === undefined,
  ],
  [
    'the stream (OpenAI)',
    400,
    says(
      "Unsupported value: 'stream' does not support true with this model. Only the default (false) value is supported.",
      {
        param: 'stream',
        code: 'unsupported_value',
      },
    ),
    (body) => body['stream'] === undefined && body['stream_options'] === undefined,
  ],
  [
    'the stream (OpenRouter)',
    400,
    says('Provider returned error', {
      code: 400,
      metadata: {
        raw: '{"error": {"message": "Your organization must be verified to stream this model.", "param": "stream"}}',
      },
    }),
    (body) => body['stream'] === undefined,
  ],
  ...(
    [
      [400, says('System role not supported')],
      [
        400,
        says("Unsupported value: 'messages[0].role' does not support 'system' with this model.", {
          param: 'messages[0].role',
        }),
      ],
      [
        400,
        {
          error:
            'Error rendering prompt with jinja template: "Only user and assistant roles are supported!"',
        },
      ],
      [
        400,
        {
          object: 'error',
          message: 'Conversation roles must alternate user/assistant/user/assistant/...',
          code: 400,
        },
      ],
      [
        500,
        says(
          "Only user, assistant and tool roles are supported, got system. raise_exception('…')",
          { code: 500 },
        ),
      ],
      [
        422,
        {
          detail: [
            {
              loc: ['body', 'messages', 0, 'role'],
              msg: "Input should be 'user' or 'assistant'",
              type: 'enum',
            },
          ],
        },
      ],
      [400, says('Developer instruction is not enabled for models/gemma-3-27b-it')],
    ] as [number, object][]
  ).map(([status, body], index): (typeof refusals)[number] => [
    `the role of the system (${index})`,
    status,
    body,
    ({ messages }) => {
      const [first, ...others] = messages;
      const parts = first?.content as { text: string }[];
      return (
        others.length === 0 &&
        first?.role === 'user' &&
        parts[0]?.text === 'You write.' &&
        parts.length === 3
      );
    },
  ]),
  [
    'parts of content (Rust servers)',
    422,
    says(
      'Failed to deserialize the JSON body into the target type: messages[1].content: invalid type: sequence, expected a string',
    ),
    ({ messages }) => messages[1]?.content === 'The brief.\n\nThe task.',
  ],
  [
    'parts of content (Pydantic)',
    422,
    {
      detail: [
        {
          loc: ['body', 'messages', 1, 'content'],
          msg: 'Input should be a valid string',
          type: 'string_type',
        },
      ],
    },
    ({ messages }) => messages[1]?.content === 'The brief.\n\nThe task.',
  ],
  [
    'a field in plain text (Go servers)',
    400,
    'json: unknown field "stream_options"\n',
    (body) => body['stream_options'] === undefined,
  ],
];

describe('a server that refuses', () => {
  // MOD-31
  it.each(refusals)(
    '%s gets the next form at once, which is remembered',
    async (_name, status, body, fits) => {
      const { ask, requests } = openServer((request) => (fits(request) ? null : { status, body }));
      expect((await ask()).status).toBe(200);
      expect(requests).toHaveLength(2);
      expect((await ask()).status).toBe(200);
      expect(requests).toHaveLength(3);
      await ask({ ...asked, model: 'other' });
      expect(requests).toHaveLength(5);
    },
  );

  it.each<[string, number, object | string]>([
    ['the key', 401, says('Incorrect API key; role: none')],
    ['the speed', 429, says('Rate limit reached for max_tokens per minute')],
    [
      'a long prompt',
      400,
      says(
        "This model's maximum context length is 4096 tokens; reduce the length of messages or max_tokens",
      ),
    ],
    [
      'a long prompt and answer',
      422,
      says('`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 3000 `inputs` tokens'),
    ],
    [
      'a schema',
      400,
      says("Invalid parameter: 'response_format' of type 'json_schema' is not supported", {
        param: 'response_format',
      }),
    ],
    ['tools', 400, says("Unsupported parameter: 'tools'", { param: 'tools' })],
    [
      'a topic',
      400,
      says(
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. To learn more about our content filtering policies please read our documentation",
      ),
    ],
    ['a model', 404, says('The model `m` does not exist or you do not have access to it.')],
    [
      'an answer after its limit',
      400,
      says(
        'Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens.',
      ),
    ],
    ['for its own failure', 500, says('The stream of the worker broke')],
    ['for an overload', 503, says('system role: unavailable')],
    ['without words', 400, ''],
  ])('%s gets no other form', async (_name, status, body) => {
    const { ask, requests } = openServer(() => ({ status, body }));
    const response = await ask();
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(typeof body === 'string' ? body : JSON.stringify(body));
    expect(requests).toHaveLength(1);
  });

  it('every form is asked in few, and nothing is learned from it', async () => {
    let isStrict = true;
    const { ask, requests } = openServer((body) => {
      if (!isStrict) return null;
      const names = Object.keys(body)
        .filter((name) => name !== 'model')
        .join(', ');
      return { status: 400, body: says(`Unrecognized request arguments supplied: ${names}, role`) };
    });
    expect((await ask()).status).toBe(400);
    expect(requests.length).toBeLessThan(8);
    isStrict = false;
    await ask();
    expect(requests.at(-1)).toEqual(asked);
  });

  it('the role of a developer is asked as the system first', async () => {
    const developer = {
      ...asked,
      messages: [{ role: 'developer', content: 'You write.' }, ...asked.messages.slice(1)],
    };
    const refused = says(
      "developer is not one of ['system', 'assistant', 'user', 'tool', 'function'] - 'messages.['0].role'",
    );
    const { ask, requests } = openServer(({ messages }) => {
      return messages[0]?.role === 'developer' ? { status: 400, body: refused } : null;
    });
    expect((await ask(developer)).status).toBe(200);
    expect(requests.map(({ messages }) => messages[0]?.role)).toEqual(['developer', 'system']);
  });
});
