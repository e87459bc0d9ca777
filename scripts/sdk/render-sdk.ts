import { glob } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allEndpoints } from '@ecp/contract/all-endpoints';
import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import { takesIdempotencyKey } from '@ecp/contract/declaring/endpoint';

interface Declared {
  endpoint: Endpoint;
  /** Path of the file in the contract without its extension, for example `identity/api-keys`. */
  module: string;
}

const banner =
  '// Generated from the contract by scripts/generate-sdk.ts. A test fails when it is stale.';

/**
 * Renders the SDK's generated files, by path: the types of the methods with their docs, and one
 * line of plain text per endpoint, so that bundles contain no schemas. Throws when an endpoint's
 * input would be ambiguous.
 */
export async function renderSdk(root: string): Promise<Record<string, string>> {
  const declared = await findDeclared(`${root}/packages/contract/src`);
  return {
    'packages/sdk/src/generated/methods.ts': renderMethods(declared),
    'packages/sdk/src/generated/operations.ts': renderOperations(declared),
  };
}

/** Finds the endpoints of the API with the files that declare them, sorted by name. */
async function findDeclared(folder: string): Promise<Declared[]> {
  const found: Declared[] = [];
  for await (const file of glob('**/*.ts', { cwd: folder })) {
    if (file.endsWith('.test.ts')) continue;
    const exported = (await import(pathToFileURL(`${folder}/${file}`).href)) as Record<
      string,
      unknown
    >;
    for (const [name, value] of Object.entries(exported)) {
      const endpoint = allEndpoints.find((each) => each === value);
      if (!endpoint) continue;
      if (endpoint.name !== name)
        throw new Error(`${file} exports the endpoint ${endpoint.name} as ${name}`);
      found.push({ endpoint, module: file.slice(0, -'.ts'.length) });
    }
  }
  if (found.length !== allEndpoints.length)
    throw new Error('An endpoint is not exported under its own name');
  for (const { endpoint } of found) checkInput(endpoint);
  return found.sort((a, b) => (a.endpoint.name < b.endpoint.name ? -1 : 1));
}

const fieldsOf = (schema: unknown) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

/**
 * Checks that each name occurs only once in path, query and body, because methods take them in one
 * object.
 */
function checkInput({ name, params, query, body, multipart, rawBody }: Endpoint): void {
  const bodies = [
    fieldsOf(body),
    multipart ? [multipart.file, ...Object.keys(multipart.fields)] : [],
  ].flat();
  const inQuery = fieldsOf(query);
  if (inQuery.length > 0 && (bodies.length > 0 || rawBody))
    throw new Error(`${name} has both a query and a body`);
  const names = [...fieldsOf(params), ...inQuery, ...bodies];
  const twice = names.find((each, index) => names.indexOf(each) !== index);
  if (twice !== undefined)
    throw new Error(`${name} has ${twice} in its path and in its query or body`);
}

const hasEvents = ({ responses }: Endpoint) =>
  Object.values(responses).includes('text/event-stream');

const namespaceOf = (module: string) => camelCase(basename(module));

function renderMethods(declared: Declared[]): string {
  const methods = declared.filter(({ endpoint }) => !hasEvents(endpoint));
  const modules = [...new Set(methods.map(({ module }) => module))].sort();
  const imports = modules.map(
    (module) => `import type * as ${namespaceOf(module)} from '@ecp/contract/${module}';`,
  );
  const lines = methods.flatMap(({ endpoint: { name, summary, method, path }, module }) => [
    `  /** ${summary}. \`${method} ${path}\` */`,
    `  ${name}: Method<typeof ${namespaceOf(module)}.${name}>;`,
  ]);
  return `${[
    banner,
    ...imports,
    "import type { Method } from '../method-types.ts';",
    '',
    '/** One method for each endpoint with a single response. */',
    'export interface Methods {',
    ...lines,
    '}',
  ].join('\n')}\n`;
}

/** The formatter breaks a longer line before the value of a property. */
const lineWidth = 100;

function renderOperations(declared: Declared[]): string {
  const lines = declared.map(({ endpoint }) => {
    const { name, method, path } = endpoint;
    const call = `'${[method, path, ...traitsOf(endpoint)].join(' ')}',`;
    const line = `  ${name}: ${call}`;
    return line.length > lineWidth
      ? `  ${name}:
    ${call}`
      : line;
  });
  return `${[
    banner,
    '',
    '/** How each endpoint is called, as `parseOperation` reads it. */',
    'export const operations = {',
    ...lines,
    '} as const;',
  ].join('\n')}\n`;
}

function traitsOf(endpoint: Endpoint): string[] {
  const { body, multipart, rawBody, responses } = endpoint;
  const sends = body ? 'json' : multipart ? 'form' : rawBody ? 'text' : undefined;
  const [status = '200', answer] = Object.entries(responses)[0] ?? [];
  const file = typeof answer === 'string' ? 'download' : undefined;
  const answers = hasEvents(endpoint) ? 'events' : Number(status) >= 300 ? 'redirect' : file;
  return [
    ...(sends ? [`sends-${sends}`] : []),
    ...(answers ? [`answers-${answers}`] : []),
    ...(takesIdempotencyKey(endpoint) ? ['takes-key'] : []),
  ];
}

const camelCase = (text: string) =>
  text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
