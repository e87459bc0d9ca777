import { defineEndpoint } from '@ecp/contract/declaring/endpoint';
import { Type } from 'typebox';
import { changingTools } from '../../apps/server/src/reach/assistants/changing-tools.ts';
import { readingTools } from '../../apps/server/src/reach/assistants/reading-tools.ts';
import type { Tool } from '../../apps/server/src/reach/assistants/tool.ts';
import type { Ids } from '../../apps/server/testing/hostile/example-requests.ts';

const allTools: readonly Tool[] = [...readingTools, ...changingTools];

const message = (name: string, given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});

/** The server of assistants as an endpoint: its body calls one of the tools. */
export const assistantEndpoint = defineEndpoint({
  method: 'POST',
  path: '/mcp',
  name: 'callTool',
  summary: 'Call a tool of the server for assistants',
  tag: 'Assistants',
  engagementKeyAccess: 'open',
  body: Type.Union(
    allTools.map(({ name, inputSchema }) =>
      Type.Object({
        jsonrpc: Type.Literal('2.0'),
        id: Type.Integer(),
        method: Type.Literal('tools/call'),
        params: Type.Object({ name: Type.Literal(name), arguments: inputSchema }),
      }),
    ),
  ),
  responses: { 200: 'text/event-stream', 202: 'application/json' },
});

/** The types that the protocol asks a client to accept. */
export const acceptsMessages: [name: string, value: string] = [
  'accept',
  'application/json, text/event-stream',
];

/** The kind of id that each parameter of a tool takes. */
const idParameters: Record<string, keyof Ids> = {
  engagementId: 'engagement',
  filename: 'filename',
  questionId: 'question',
  templateId: 'template',
};
const otherParameters: Record<string, string> = {
  query: 'market',
  sql: 'select 42 as answer',
  answer: 'In Oslo.',
  body: 'Who says so?',
  notes: 'Shorter.',
  name: 'Market entry',
  client: 'Acme',
  brief: 'Enter the Nordic market.',
};

const parametersOf = ({ inputSchema }: Tool): string[] =>
  Object.keys((inputSchema as { properties?: object }).properties ?? {});

/** A tool that takes ids, and which of them. */
interface NamingTool {
  name: string;
  readOnly: boolean;
  /** The kinds of ids by parameter. */
  ids: Record<string, keyof Ids>;
  /** Returns the body of a call with a tenant's ids and with changed parameters. */
  bodyOf(ids: Ids, changed: Record<string, string>): object;
}

export const namingTools: readonly NamingTool[] = allTools.flatMap((tool) => {
  const parameters = parametersOf(tool);
  const pairs = Object.entries(idParameters).filter(([name]) => parameters.includes(name));
  const others = Object.entries(otherParameters).filter(([name]) => parameters.includes(name));
  if (pairs.length === 0) return [];
  const bodyOf = (ids: Ids, changed: Record<string, string>) =>
    message(tool.name, {
      ...Object.fromEntries(others),
      ...Object.fromEntries(pairs.map(([name, kind]) => [name, ids[kind]])),
      ...changed,
    });
  return [{ name: tool.name, readOnly: tool.readOnly, ids: Object.fromEntries(pairs), bodyOf }];
});
