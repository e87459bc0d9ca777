import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { readJsonText } from './read-declared.ts';

type Fields = Record<string, unknown>;

/** An answer to a message that cannot be read (JSON-RPC 2.0, 5.1). */
export interface MessageFault {
  jsonrpc: '2.0';
  id: string | number | null;
  error: { code: number; message: string };
}

/**
 * The messages of a request as the protocol has them, and the answers to those that cannot be read.
 */
interface ReadMessages {
  messages: unknown[];
  faults: MessageFault[];
  /** Whether the request had a list of messages, so that the answer is a list, too. */
  isBatch: boolean;
}

/**
 * Reads the messages of clients as they are: a parameter that is null counts as left out, and
 * parameters and arguments that are JSON in a text are read. A fault names its field in a sentence.
 */
export function readMessages(body: unknown): ReadMessages {
  const isBatch = Array.isArray(body);
  const messages: unknown[] = [];
  const faults: MessageFault[] = [];
  for (const message of isBatch ? body : [body]) {
    const read = readMessage(message);
    if (typeof read === 'string') faults.push(describeFault(message, read));
    else messages.push(read);
  }
  return { messages, faults, isBatch };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function describeFault(message: unknown, sentence: string): MessageFault {
  const id = isFields(message) && isId(message['id']) ? message['id'] : null;
  const code = isRequest(message)
    ? ProtocolErrorCode.InvalidParams
    : ProtocolErrorCode.InvalidRequest;
  return { jsonrpc: '2.0', id, error: { code, message: sentence } };
}

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isInteger(id);

const isRequest = (message: unknown): message is Fields & { method: string } =>
  isFields(message) &&
  message['jsonrpc'] === '2.0' &&
  typeof message['method'] === 'string' &&
  (!('id' in message) || isId(message['id']));

/** Returns the message as the protocol has it, or a sentence about its fault. */
function readMessage(message: unknown): Fields | string {
  if (!isFields(message)) return 'A message must be an object';
  // An answer of the client to a request of ours.
  if (!('method' in message) && ('result' in message || 'error' in message)) return message;
  if (message['jsonrpc'] !== '2.0') return 'jsonrpc must be "2.0"';
  if (typeof message['method'] !== 'string') return 'method must be a text';
  if ('id' in message && !isId(message['id'])) return 'id must be a text or a whole number';
  const { params: sent, ...rest } = message;
  const params = readJsonText(sent);
  if (params === undefined || params === null) {
    const fault = findFault(message['method'], {});
    return fault ?? rest;
  }
  if (!isFields(params)) return 'params must be an object';
  const read = readParams(params);
  return findFault(message['method'], read) ?? { ...rest, params: read };
}

function readParams(params: Fields): Fields {
  const { arguments: sentArguments, _meta: sentMeta, ...others } = params;
  const meta = readJsonText(sentMeta);
  const read = {
    ...others,
    arguments: readJsonText(sentArguments),
    _meta: isFields(meta) ? withoutNulls(meta) : meta,
  };
  return withoutNulls(read);
}

const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );

/** What a parameter of the protocol is, for a sentence. */
const kinds = {
  text: { words: 'a text', isRight: (value: unknown) => typeof value === 'string' },
  object: { words: 'an object', isRight: isFields },
} as const;

interface Parameter {
  path: readonly string[];
  kind: keyof typeof kinds;
  isRequired: boolean;
}

const required = (path: string, kind: keyof typeof kinds): Parameter => {
  return { path: path.split('.'), kind, isRequired: true };
};
const optional = (path: string, kind: keyof typeof kinds): Parameter => {
  return { path: path.split('.'), kind, isRequired: false };
};

/** The parameters of the methods that this server has. */
const parametersOf: Record<string, readonly Parameter[]> = {
  initialize: [
    required('protocolVersion', 'text'),
    required('capabilities', 'object'),
    required('clientInfo', 'object'),
    required('clientInfo.name', 'text'),
    required('clientInfo.version', 'text'),
  ],
  'tools/list': [optional('cursor', 'text')],
  'tools/call': [required('name', 'text'), optional('arguments', 'object')],
};

function findFault(method: string, params: Fields): string | null {
  const declared = Object.hasOwn(parametersOf, method) ? (parametersOf[method] ?? []) : [];
  for (const { path, kind, isRequired } of [...declared, optional('_meta', 'object')]) {
    const value = path.reduce<unknown>(
      (holder, name) => (isFields(holder) ? holder[name] : undefined),
      params,
    );
    const name = `params.${path.join('.')}`;
    const isMissing = value === undefined || value === null;
    if (isMissing && isRequired) return `${name} is required: ${kinds[kind].words}`;
    if (!isMissing && !kinds[kind].isRight(value)) return `${name} must be ${kinds[kind].words}`;
  }
  return null;
}
