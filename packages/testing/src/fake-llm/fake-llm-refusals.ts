import type { Dialect, LlmBehaviour, Refusable } from './fake-llm-behaviour.ts';
import { type ChatRequest, imagesOf, readCap } from './fake-llm-wire.ts';

/** An HTTP error as a provider sends it. */
export interface Refusal {
  status: number;
  body: string;
}

/** A provider's words for a refusal, with what its error says beside them. */
interface Wording {
  message: string;
  type?: string;
  param?: string | null;
  code?: string | null;
  /** Default 400. */
  status?: number;
}

interface Facts {
  model: string;
  parameter: string;
  inputTokens: number;
  /** The part of the window that the server keeps for the answer. */
  capTokens: number;
  window: number;
}

type Reason = Refusable | 'unknown_parameter' | 'context_window';
type Wordings = Partial<Record<Reason, (facts: Facts) => Wording>>;

/** Messages that users report; OpenAI's or Groq's where a provider has none of the kind. */
const openai = {
  json_schema: () => ({
    message:
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    param: 'response_format',
  }),
  json_object: () => ({
    message:
      "Invalid parameter: 'response_format' of type 'json_object' is not supported with this model.",
    param: 'response_format',
  }),
  tools: () => ({
    message: "Unsupported parameter: 'tools' is not supported with this model.",
    param: 'tools',
    code: 'unsupported_parameter',
  }),
  tools_with_format: () => ({ message: 'json mode cannot be combined with tool/function calling' }),
  images: () => ({
    message: 'Invalid content type. image_url is only supported by certain models.',
    param: 'messages',
  }),
  unknown_parameter: ({ parameter }: Facts) => ({
    message: `Unrecognized request argument supplied: ${parameter}`,
  }),
  context_window: ({ window, inputTokens }: Facts) => ({
    message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${inputTokens} tokens. Please reduce the length of the messages.`,
    param: 'messages',
    code: 'context_length_exceeded',
  }),
} satisfies Record<Reason, (facts: Facts) => Wording>;

const requested = ({ window, inputTokens, capTokens }: Facts) => ({
  message: `This model's maximum context length is ${window} tokens. However, you requested ${inputTokens + capTokens} tokens (${inputTokens} in the messages, ${capTokens} in the completion). Please reduce the length of the messages or completion.`,
});

const wordings: Record<Dialect, Wordings> = {
  openai,
  vllm: {
    json_schema: () => ({
      message: `[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': "Input should be 'text' or 'json_object'", 'input': 'json_schema'}]`,
    }),
    json_object: () => ({
      message: `[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': "Input should be 'text'", 'input': 'json_object'}]`,
    }),
    tools: () => ({
      message:
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    }),
    images: () => ({ message: 'At most 0 image(s) may be provided in one request.' }),
    unknown_parameter: ({ parameter }) => ({
      message: `[{'type': 'extra_forbidden', 'loc': ('body', '${parameter}'), 'msg': 'Extra inputs are not permitted'}]`,
    }),
    context_window: requested,
  },
  llama_cpp: {
    json_schema: () => ({
      message: 'response_format type must be one of "text" or "json_object", but got: json_schema',
    }),
    tools: () => ({
      message: 'tools param requires --jinja flag',
      type: 'server_error',
      status: 500,
    }),
    context_window: () => ({
      message:
        'the request exceeds the available context size. try increasing the context size or enable context shift',
      type: 'exceed_context_size_error',
    }),
  },
  ollama: {
    tools: ({ model }) => ({
      message: `registry.ollama.ai/library/${model} does not support tools`,
    }),
  },
  lm_studio: {
    json_object: () => ({ message: "'response_format.type' must be 'json_schema' or 'text'" }),
    context_window: ({ window, inputTokens }) => ({
      message: `Trying to keep the first ${inputTokens} tokens when context the overflows. However, the model is loaded with context length of only ${window} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`,
    }),
  },
  deepseek: {
    json_schema: () => ({
      message: 'This response_format type is unavailable now',
      code: 'invalid_request_error',
    }),
    json_object: () => ({
      message:
        'Failed to deserialize the JSON body into the target type: response_format: response_format.type `json_object` is unavailable now at line 1 column 12440',
      status: 422,
    }),
    images: () => ({
      message:
        'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 12440',
      status: 422,
    }),
    context_window: (facts) => ({ ...requested(facts), code: 'invalid_request_error' }),
  },
  groq: {
    json_schema: () => ({
      message:
        'This model does not support response format `json_schema`. See supported models at https://console.groq.com/docs/structured-outputs#supported-models',
      param: 'response_format',
    }),
    json_object: () => ({
      message: 'response_format json_object is not supported with this model',
    }),
    tools: () => ({ message: '`tool calling` is not supported with this model' }),
    unknown_parameter: ({ parameter }) => ({ message: `property '${parameter}' is unsupported` }),
    context_window: () => ({
      message: 'Please reduce the length of the messages or completion.',
      param: 'messages',
      code: 'context_length_exceeded',
    }),
  },
  gemini: {
    json_schema: ({ model }) => ({ message: `JSON mode is not enabled for models/${model}` }),
    json_object: ({ model }) => ({ message: `JSON mode is not enabled for models/${model}` }),
    tools: ({ model }) => ({ message: `Function calling is not enabled for models/${model}` }),
    tools_with_format: () => ({
      message: "Function calling with a response mime type: 'application/json' is unsupported",
    }),
    unknown_parameter: ({ parameter }) => ({
      message: `Invalid JSON payload received. Unknown name "${parameter}": Cannot find field.`,
    }),
    context_window: ({ window, inputTokens }) => ({
      message: `The input token count (${inputTokens}) exceeds the maximum number of tokens allowed (${window}).`,
    }),
  },
  anthropic: {
    unknown_parameter: ({ parameter }) => ({
      message: `${parameter}: Extra inputs are not permitted`,
    }),
    context_window: ({ window, inputTokens }) => ({
      message: `prompt is too long: ${inputTokens} tokens > ${window} maximum`,
    }),
  },
};

/**
 * Returns a server's refusal in its dialect, or null. Like OpenAI, all refuse JSON mode without the
 * word JSON.
 */
export function refuseRequest(
  request: ChatRequest,
  behaviour: LlmBehaviour,
  inputTokens: number,
): Refusal | null {
  const dialect = behaviour.dialect ?? 'openai';
  const parameter = behaviour.unknownParameters?.find((name) => name in request) ?? null;
  const window = behaviour.contextWindow ?? Number.POSITIVE_INFINITY;
  const refused = (
    ['images', 'tools', 'tools_with_format', 'json_schema', 'json_object'] as const
  ).find((part) => behaviour.refuses?.includes(part) && holds(request, part));
  const capTokens = behaviour.windowHoldsCap === true ? readCap(request, 0) : 0;
  const tooLong = inputTokens + capTokens > window ? 'context_window' : null;
  const reason = parameter === null ? (refused ?? tooLong) : 'unknown_parameter';
  if (reason !== null) {
    const facts = {
      model: request.model,
      parameter: parameter ?? '',
      inputTokens,
      capTokens,
      window,
    };
    return phrase(dialect, (wordings[dialect][reason] ?? openai[reason])(facts));
  }
  if (
    request.response_format?.type !== 'json_object' ||
    /json/i.test(JSON.stringify(request.messages))
  )
    return null;
  return phrase(dialect, {
    message:
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    param: 'messages',
  });
}

/** Refuses a request with words that repeat the caller's key. */
export function refuseWithKey(model: string, key: string): Refusal {
  return phrase('openai', {
    message: `The API key ${key} has no access to the model \`${model}\`.`,
  });
}

function holds(
  { tools, response_format: format, ...request }: ChatRequest,
  part: Refusable,
): boolean {
  const hasTools = tools !== undefined && tools.length > 0;
  switch (part) {
    case 'images':
      return imagesOf(request).length > 0;
    case 'tools':
      return hasTools;
    case 'tools_with_format':
      return hasTools && format?.type !== undefined && format.type !== 'text';
    default:
      return format?.type === part;
  }
}

/** Puts words into the error shape of a provider. */
function phrase(dialect: Dialect, wording: Wording): Refusal {
  const {
    message,
    type = 'invalid_request_error',
    param = null,
    code = null,
    status = 400,
  } = wording;
  return { status, body: JSON.stringify(shape()) };

  function shape(): unknown {
    switch (dialect) {
      case 'vllm':
        return { object: 'error', message, type: 'BadRequestError', param, code: status };
      case 'llama_cpp':
        return { error: { code: status, message, type } };
      case 'ollama':
        return { error: { message, type: 'api_error', param, code } };
      case 'lm_studio':
        return { error: message };
      case 'gemini':
        return [{ error: { code: status, message, status: 'INVALID_ARGUMENT' } }];
      case 'anthropic':
        return { type: 'error', error: { type, message }, request_id: 'req_fake' };
      default:
        return { error: { message, type, param, code } };
    }
  }
}
