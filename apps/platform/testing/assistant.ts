import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The result of a tool: its data, or the API's words for a refusal. */
export interface ToolAnswer {
  data: Record<string, unknown>;
  refusal: string | null;
}

/** An assistant that speaks the protocol with its own library. */
export interface Assistant {
  client: Client;
  /** Calls a tool. The library checks the data against the schema that the tool declares. */
  use(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** Connects an assistant with a key or token: by the newest revision of the protocol, or `legacy` ones before it. */
export async function connectAssistant(
  baseUrl: string,
  token: string,
  mode: 'auto' | 'legacy' = 'auto',
): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), { requestInit: { headers } }));
  await client.listTools();
  return {
    client,
    async use(name, given = {}) {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '';
      return {
        data: { ...(structuredContent as Record<string, unknown> | undefined) },
        refusal: isError ? text : null,
      };
    },
    close: () => client.close(),
  };
}
