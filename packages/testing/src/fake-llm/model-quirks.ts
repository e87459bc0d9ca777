import type { GatewayRefusal, Quirk, SentChunk, SentDelta } from './odd-gateway.ts';
import { writeEvents } from './odd-gateway.ts';

/** A quirk of a server with what becomes of a task with such a model. */
interface KnownQuirk extends Quirk {
  /** Default: the task completes with the document of a server without quirks. */
  fails?: RegExp;
  /** Forms of a request that are refused before one is answered. Default 0. */
  refusals?: number;
  /**
   * Times that the first call is made again after an answer that cannot be used. Default 0: every
   * answer is used.
   */
  repeats?: number;
  /** Paid answers that are not used. Default 0. */
  waste?: number;
}

type Changes = NonNullable<Quirk['changes']>;
type Refuses = NonNullable<Quirk['refuses']>;

/** Changes every chunk. */
const each =
  (change: (chunk: SentChunk, index: number, chunks: SentChunk[]) => unknown): Changes =>
  (chunks) =>
    chunks.map(change);

/** Changes the delta of every chunk that has one. */
const eachDelta = (change: (delta: SentDelta) => unknown): Changes =>
  each((chunk) => ({
    ...chunk,
    choices: chunk.choices.map((choice) => ({ ...choice, delta: change(choice.delta) })),
  }));

const textOf = ({ choices }: SentChunk): string => String(choices[0]?.delta.content ?? '');

/** Puts text before and after the text of an answer. */
const around =
  (before: string, after: string): Changes =>
  (chunks) => {
    const withText = chunks.flatMap((chunk, index) => (textOf(chunk) === '' ? [] : [index]));
    const [first, last] = [withText[0], withText.at(-1)];
    return chunks.map((chunk, index) => {
      const head = index === first ? before : '';
      const tail = index === last ? after : '';
      if (head === '' && tail === '') return chunk;
      const content = `${head}${textOf(chunk)}${tail}`;
      return {
        ...chunk,
        choices: chunk.choices.map((choice) => ({
          ...choice,
          delta: { ...choice.delta, content },
        })),
      };
    });
  };

/** Ends an answer for a reason. */
const endsWith = (reason: unknown): Changes =>
  each((chunk) => ({
    ...chunk,
    choices: chunk.choices.map((choice) => {
      return choice.finish_reason === null ? choice : { ...choice, finish_reason: reason };
    }),
  }));

const bare = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm' };

/** Ends answers in their middle, as long as `isCut` says, for a reason. */
const breaksOff =
  (reason: string, isCut: (call: number) => boolean): Changes =>
  (chunks, call) => {
    if (!isCut(call)) return chunks;
    const half = chunks.slice(0, Math.floor(chunks.length / 2));
    return [
      ...half,
      { ...bare, choices: [{ index: 0, delta: { content: '' }, finish_reason: reason }] },
    ];
  };

const once = (call: number): boolean => call === 1;
const always = (): boolean => true;

const before =
  (...events: unknown[]): Changes =>
  (chunks) => [...events, ...chunks];

/** Refuses requests that have a field in the words of a server. */
const refuses =
  (field: string, refusal: (field: string) => GatewayRefusal): Refuses =>
  (request) =>
    request[field] === undefined ? null : refusal(field);

const openAi = (message: string, param: string | null = null, status = 400): GatewayRefusal => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' } },
});

const pydantic = (field: string): GatewayRefusal => {
  const detail = [
    {
      type: 'extra_forbidden',
      loc: ['body', field],
      msg: 'Extra inputs are not permitted',
      input: {},
    },
  ];
  return {
    status: 422,
    body: { object: 'error', message: { detail }, type: 'invalid_request_error', code: null },
  };
};

const refusesRole =
  (role: string, refusal: GatewayRefusal): Refuses =>
  ({ messages }) =>
    messages.some((message) => message.role === role) ? refusal : null;

const refusesContent =
  (isRefused: (content: unknown) => boolean, refusal: GatewayRefusal): Refuses =>
  ({ messages }) =>
    messages.some(({ content }) => isRefused(content)) ? refusal : null;

/** Sends an answer in one piece of JSON. */
const wholeJson = (chunks: unknown[]): string => {
  const sent = chunks as SentChunk[];
  const content = sent.map(textOf).join('');
  const toolCalls = sent.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
  const names = toolCalls.filter((call) => call.function.name !== undefined);
  const calls = names.map((call) => {
    const pieces = toolCalls.filter(({ index }) => index === call.index);
    return {
      ...call,
      function: {
        name: call.function.name,
        arguments: pieces.map((piece) => piece.function.arguments).join(''),
      },
    };
  });
  const message = { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) };
  const usage = sent.find((chunk) => chunk.usage)?.usage;
  const reason = sent.map(({ choices }) => choices[0]?.finish_reason).find(Boolean);
  return JSON.stringify({
    ...bare,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: reason }],
    usage,
  });
};

const joined = (text: string) => (chunks: unknown[]) =>
  chunks.map((chunk) => `data: ${JSON.stringify(chunk)}${text}`).join('');

/** Quirks that users of model servers report, by a name that is also the id of a model. */
export const modelQuirks: Readonly<Record<string, KnownQuirk>> = {
  // Ends
  'end-abort-once': { changes: breaksOff('abort', once), repeats: 1, waste: 1 },
  'end-network-error-once': { changes: breaksOff('network_error', once), repeats: 1, waste: 1 },
  'end-no-resource-once': {
    changes: breaksOff('insufficient_system_resource', once),
    repeats: 1,
    waste: 1,
  },
  'end-error-once': { changes: breaksOff('error', once), repeats: 1, waste: 1 },
  'end-other-once': { changes: breaksOff('OTHER', once), repeats: 1, waste: 1 },
  'end-abort-always': {
    changes: breaksOff('abort', always),
    fails: /“abort”.*may be cut/,
    repeats: 3,
    waste: 4,
  },
  'end-sensitive': {
    changes: breaksOff('sensitive', always),
    fails: /withheld/,
    repeats: 3,
    waste: 4,
  },
  'end-closed-once': {
    changes: (chunks, call) =>
      call === 1 ? chunks.slice(0, Math.floor(chunks.length / 2)) : chunks,
    writes: joined('\n\n'),
    repeats: 1,
    waste: 1,
  },
  'end-stop-capital': { changes: endsWith('STOP') },
  'end-turn': { changes: endsWith('end_turn') },
  'end-eos': { changes: endsWith('eos_token') },
  'end-stop-sequence': { changes: endsWith('stop_sequence') },
  'end-complete': { changes: endsWith('COMPLETE') },
  'end-as-object': { changes: endsWith({ type: 'stop', matched: 151_645 }) },

  // Parameters
  'refuses-max-tokens': {
    refuses: refuses('max_tokens', () =>
      openAi(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      ),
    ),
    refusals: 1,
  },
  'refuses-both-limits': {
    refuses: ({ max_tokens: older, max_completion_tokens: newer }) =>
      older === undefined && newer === undefined
        ? null
        : openAi('Unsupported parameter: max_tokens', null, 422),
    refusals: 2,
  },
  'limits-tokens': {
    refuses: ({ max_tokens: limit }) =>
      (limit ?? 0) > 4_096
        ? openAi(`Invalid max_tokens value, the valid range of max_tokens is [1, 4096]`)
        : null,
    refusals: 1,
  },
  'refuses-stream-options': {
    refuses: refuses('stream_options', (field) =>
      openAi(`Unrecognized request argument supplied: ${field}`),
    ),
    refusals: 1,
  },
  'refuses-stream-options-by-path': { refuses: refuses('stream_options', pydantic), refusals: 1 },
  'refuses-stream-options-in-text': {
    refuses: refuses('stream_options', () => ({
      status: 400,
      body: 'json: unknown field "stream_options"',
    })),
    refusals: 1,
  },
  'refuses-stream': {
    refuses: refuses('stream', () =>
      openAi('Your organization must be verified to stream this model.', 'stream'),
    ),
    refusals: 1,
  },
  'refuses-stream-and-options': {
    refuses: (request) =>
      refuses('stream_options', pydantic)(request) ??
      refuses('stream', () => openAi('This model cannot be streamed', 'stream', 405))(request) ??
      null,
    refusals: 2,
  },
  'refuses-system': {
    refuses: refusesRole('system', openAi('System role not supported')),
    refusals: 1,
  },
  'refuses-system-in-template': {
    refuses: refusesRole('system', {
      status: 500,
      body: {
        error: {
          code: 500,
          message: 'Jinja Exception: Only user and assistant roles are supported!',
          type: 'server_error',
        },
      },
    }),
    refusals: 1,
  },
  'wants-alternation': {
    refuses: refusesRole('system', {
      status: 400,
      body: {
        object: 'error',
        message: 'Conversation roles must alternate user/assistant/user/assistant/...',
        code: 400,
      },
    }),
    refusals: 1,
  },
  'refuses-content-parts': {
    refuses: refusesContent(Array.isArray, {
      status: 422,
      body: {
        error: {
          message: 'messages[1].content: invalid type: sequence, expected a string',
          type: 'invalid_request_error',
        },
      },
    }),
    refusals: 1,
  },
  'refuses-all-at-once': {
    refuses: (request) =>
      refuses('max_tokens', pydantic)(request) ??
      refuses('stream_options', pydantic)(request) ??
      refusesRole(
        'system',
        openAi('messages[0].role: system is not one of user, assistant'),
      )(request) ??
      null,
    refusals: 3,
  },
  'refuses-inside-the-stream': {
    changes: (chunks) => chunks,
    refuses: (request) =>
      request['stream_options'] === undefined
        ? null
        : {
            status: 200,
            body: { error: { message: "Unknown parameter: 'stream_options'", code: 400 } },
          },
    refusals: 1,
  },

  // Events
  'no-reason': { changes: endsWith(null) },
  'blank-reason': { changes: endsWith('') },
  'no-choices-first': { changes: before(bare) },
  'null-choices-first': { changes: before({ ...bare, choices: null }) },
  'empty-choices-first': { changes: before({ ...bare, choices: [] }) },
  'ping-first': { changes: before({ type: 'ping' }) },
  'text-ping-between': {
    writes: (chunks) =>
      chunks.map((chunk) => `data: ping\n\ndata: ${JSON.stringify(chunk)}\n\n`).join(''),
  },
  'null-event-first': { changes: before(null) },
  'number-ids': { changes: each((chunk) => ({ ...chunk, id: 123 })) },
  'no-ids': { changes: each(({ choices, usage }) => ({ choices, usage })) },
  'text-created': { changes: each((chunk) => ({ ...chunk, created: '2026-11-29T10:00:00Z' })) },
  'null-delta-first': {
    changes: before({ ...bare, choices: [{ index: 0, delta: null, finish_reason: null }] }),
  },
  'other-role': { changes: eachDelta((delta) => ({ ...delta, role: 'model' })) },
  'content-parts': {
    changes: eachDelta((delta) =>
      delta.content ? { ...delta, content: [{ type: 'text', text: delta.content }] } : delta,
    ),
  },
  'content-as-object': {
    changes: eachDelta((delta) =>
      delta.content ? { ...delta, content: { type: 'text', text: delta.content } } : delta,
    ),
  },
  'message-for-delta': {
    changes: each((chunk) => ({
      ...chunk,
      choices: chunk.choices.map(({ delta, ...rest }) => ({ ...rest, message: delta })),
    })),
  },
  'message-repeated-at-end': {
    changes: (chunks) => {
      const content = chunks.map(textOf).join('');
      const message = { role: 'assistant', content };
      return [...chunks, { ...bare, choices: [{ index: 0, message, finish_reason: 'stop' }] }];
    },
  },
  'empty-error-in-events': {
    changes: each((chunk) => ({ ...chunk, error: { code: 0, message: '' } })),
  },
  'usage-as-text': {
    changes: each((chunk) => ({
      ...chunk,
      ...(chunk.usage && {
        usage: Object.fromEntries(
          Object.entries(chunk.usage)
            .filter(([, count]) => typeof count === 'number')
            .map(([name, count]) => [name, String(count)]),
        ),
      }),
    })),
  },
  'usage-in-choice': {
    changes: (chunks) => {
      const usage = chunks.find((chunk) => chunk.usage)?.usage;
      return chunks.map((chunk) => ({
        ...chunk,
        usage: null,
        choices: chunk.choices.map((choice) =>
          choice.finish_reason ? { ...choice, usage } : choice,
        ),
      }));
    },
  },
  'tool-arguments-as-objects': {
    changes: (chunks) => {
      const whole = JSON.parse(wholeJson(chunks)) as { choices: { message: SentDelta }[] };
      const calls = whole.choices[0]?.message.tool_calls ?? [];
      if (calls.length === 0) return chunks;
      const asked = calls.map(({ function: { name, arguments: given } }) => ({
        function: { name, arguments: JSON.parse(given) },
      }));
      const rest = chunks.filter(({ choices }) => choices[0]?.delta.tool_calls === undefined);
      return [
        { ...bare, choices: [{ index: 0, delta: { tool_calls: asked }, finish_reason: null }] },
        ...rest,
      ];
    },
  },
  'tool-calls-without-index': {
    changes: eachDelta(({ tool_calls: calls, ...delta }) => ({
      ...delta,
      ...(calls && { tool_calls: calls.map(({ index: _, ...call }) => call) }),
    })),
  },
  'whole-json': { writes: wholeJson, contentType: 'application/json' },
  'whole-json-as-stream': { writes: wholeJson },
  'stream-as-json': { contentType: 'application/json' },
  'lines-of-json': {
    writes: (chunks) => chunks.map((chunk) => JSON.stringify(chunk)).join('\n'),
    contentType: 'application/x-ndjson',
  },
  'byte-order-mark': { writes: (chunks) => `\uFEFF${writeEvents(chunks)}` },
  'carriage-returns': { writes: (chunks) => writeEvents(chunks).replaceAll('\n', '\r\n') },
  'comments-between': {
    writes: (chunks) =>
      chunks
        .map((chunk) => `: PROCESSING\n\nevent: message\nid: 1\ndata: ${JSON.stringify(chunk)}\n\n`)
        .join(''),
  },
  'one-line-an-event': { writes: joined('\n') },
  'no-done': { writes: joined('\n\n') },
  'no-last-line-end': { writes: (chunks) => joined('\n\n')(chunks).trimEnd() },
  'error-first-once': {
    changes: (chunks, call) =>
      call === 1 ? [{ error: { message: 'Worker limit reached', code: 503 } }] : chunks,
    repeats: 1,
  },
  'error-first-always': {
    changes: () => [
      { ...bare, choices: [] },
      { error: { message: 'The tensor cores are on strike', code: 502 } },
    ],
    fails: /tensor cores are on strike/,
    repeats: 3,
  },
  'error-as-text-once': {
    changes: (chunks, call) =>
      call === 1 ? [{ object: 'error', message: 'Out of memory' }] : chunks,
    repeats: 1,
  },

  // Tokens of templates, and thoughts
  'says-im-end': { changes: around('', '<|im_end|>') },
  'says-eot': {
    changes: around('<|start_header_id|>assistant<|end_header_id|>\n\n', '<|eot_id|>'),
  },
  'says-sequence-end': { changes: around('<s>', '</s>') },
  'says-end-of-turn': { changes: around('<start_of_turn>model\n', '<end_of_turn>') },
  'says-full-width-end': { changes: around('', '<｜end▁of▁sentence｜>') },
  'says-channels': {
    changes: around(
      '<|channel|>analysis<|message|>The user wants an answer.<|end|><|start|>assistant<|channel|>final<|message|>',
      '<|return|>',
    ),
  },
  'says-bracketed-thoughts': {
    changes: around('[THINK]So far so good {"draft": true}.[/THINK]', ''),
  },
  'says-thought-tokens': {
    changes: around(
      '<|begin_of_thought|>Well.<|end_of_thought|>\n<|begin_of_solution|>',
      '<|end_of_solution|>',
    ),
  },
  'says-next-turn': {
    changes: around(
      '',
      '<|im_end|>\n<|im_start|>user\nThank you!<|im_end|>\n<|im_start|>assistant\nYou are welcome.',
    ),
  },
};
