import type { Endpoint } from './endpoint.ts';

/**
 * A request of an endpoint and its answer, as a test has exchanged them. Ids, times and secrets are
 * exemplary.
 */
export interface Exchange {
  /** Path with the query. */
  path: string;
  /** The body as JSON; null without one. A form has the text of its file under the file's field. */
  body: Readonly<Record<string, unknown>> | null;
  /** The JSON of the success answer, with long lists and texts cut; null where it is no JSON. */
  answer: unknown;
}

/** A call of an endpoint in one language. */
export interface CodeSample {
  /** Name of the language for readers. */
  label: string;
  /** Name of the language for highlighting. */
  lang: string;
  source: string;
}

const exampleAddress = 'https://consulting.example';

/**
 * Writes the call of an exchange in three languages: for a shell, for the typed client, and for
 * Python. Nobody but a payment provider calls an endpoint whose body is signed, so that it has no
 * samples.
 */
export function writeCodeSamples(endpoint: Endpoint, exchange: Exchange): CodeSample[] {
  if (endpoint.rawBody) return [];
  return [
    { label: 'curl', lang: 'bash', source: writeCurl(endpoint, exchange) },
    { label: 'TypeScript', lang: 'typescript', source: writeTypeScript(endpoint, exchange) },
    { label: 'Python', lang: 'python', source: writePython(endpoint, exchange) },
  ];
}

/** The environment variable of the token that an endpoint takes; null for a session or none. */
const tokenVariables: Record<Endpoint['credentials'], string | null> = {
  any: 'KEY',
  portal: 'PORTAL_TOKEN',
  answer_link: 'ANSWER_TOKEN',
  session: null,
  none: null,
};

function writeCurl({ method, credentials, multipart }: Endpoint, { path, body }: Exchange): string {
  const token = tokenVariables[credentials];
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} "$BASE${path}"`];
  if (token !== null) lines.push(`-H "Authorization: Bearer $${token}"`);
  if (credentials === 'session') lines.push('-b cookies.txt');
  if (multipart && body) {
    for (const [field, value] of Object.entries(body)) {
      lines.push(field === multipart.file ? `-F ${field}=@file` : `-F ${field}=${value}`);
    }
  } else if (body) {
    lines.push('-H "Content-Type: application/json"', `-d ${quoteForShell(JSON.stringify(body))}`);
  }
  return lines.join(' \\\n  ');
}

const quoteForShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function writeTypeScript(endpoint: Endpoint, { path, body }: Exchange): string {
  const parameters = readPathParameters(endpoint, path);
  const isStream = Object.values(endpoint.responses).includes('text/event-stream');
  if (isStream) {
    const [id] = Object.values(parameters).map(writeLiteral);
    return `for await (const event of client.${endpoint.name}(${id})) console.log(event);`;
  }
  const input = { ...parameters, ...readQuery(path), ...body };
  const fields = Object.entries(input).map(([name, value]) => {
    const isFile = name === endpoint.multipart?.file;
    return `${writeKey(name)}: ${isFile ? 'file' : writeLiteral(value)}`;
  });
  const values = fields.join(', ');
  return `await client.${endpoint.name}({${values === '' ? '' : ` ${values} `}});`;
}

const writeKey = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name));

function writeLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeLiteral).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, field]) => `${writeKey(name)}: ${writeLiteral(field)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** Reads the parameters of a path by its declaration. */
function readPathParameters(
  { path: declared, params }: Endpoint,
  path: string,
): Record<string, string | number> {
  const { properties = {} } = (params ?? {}) as { properties?: Record<string, { type?: string }> };
  const parts = (path.split('?')[0] ?? '').split('/');
  const parameters: Record<string, string | number> = {};
  for (const [at, part] of declared.split('/').entries()) {
    if (!part.startsWith(':')) continue;
    const name = part.slice(1);
    const value = decodeURIComponent(parts[at] ?? '');
    parameters[name] = properties[name]?.type === 'integer' ? Number(value) : value;
  }
  return parameters;
}

function readQuery(path: string): Record<string, unknown> {
  const [, query = ''] = path.split('?');
  const fields = [...new URLSearchParams(query)].map(([name, value]) => {
    return [name, /^\d+$/.test(value) ? Number(value) : value] as const;
  });
  return Object.fromEntries(fields);
}

function writePython(
  { method, credentials, multipart, responses }: Endpoint,
  { path, body }: Exchange,
): string {
  const token = tokenVariables[credentials];
  const options: string[] = [];
  if (token !== null) options.push(`headers={"Authorization": f"Bearer {${token}}"}`);
  if (multipart && body) {
    const fields = Object.fromEntries(
      Object.entries(body).filter(([field]) => field !== multipart.file),
    );
    if (Object.keys(fields).length > 0) options.push(`data=${writePythonLiteral(fields)}`);
    options.push(`files={"${multipart.file}": open("file", "rb")}`);
  } else if (body) {
    options.push(`json=${writePythonLiteral(body)}`);
  }
  const caller = credentials === 'session' ? 'session' : 'requests';
  const list = [`f"{BASE}${path.replaceAll('{', '{{').replaceAll('}', '}}')}"`, ...options].join(
    ',\n    ',
  );
  const call = `answer = ${caller}.${method.toLowerCase()}(\n    ${list},\n)`;
  const isJson = Object.values(responses).some((response) => typeof response === 'object');
  return `${call}\nanswer.raise_for_status()${isJson ? '\nprint(answer.json())' : ''}`;
}

function writePythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) return `[${value.map(writePythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}: ${writePythonLiteral(field)}`,
  );
  return `{${fields.join(', ')}}`;
}

/** Says once what the samples of all operations use. */
export const sampleSetup = `The samples use \`BASE=${exampleAddress}\` and a key in \`KEY\`. TypeScript makes its client by
\`createClient({ baseUrl: BASE, apiKey: KEY })\`, and Python imports \`requests\`. Where only a session is allowed, \`cookies.txt\`, the
browser's cookie or \`requests.Session()\` carries the cookie of a sign-in.`;
