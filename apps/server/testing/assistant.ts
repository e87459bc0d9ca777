import { Client, type Progress, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/**
 * The result of a tool: its data, or the API's words for a refusal with the fields of the API's
 * error.
 */
interface ToolAnswer {
  data: Record<string, unknown>;
  refusal: string | null;
  error: Record<string, unknown> | null;
}

/** An assistant that speaks the protocol with its own library. */
export interface Assistant {
  client: Client;
  /** Calls a tool. The library checks the data against the form that the tool declares. */
  use(name: string, given?: object, onProgress?: (progress: Progress) => void): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/**
 * Connects an assistant with a key or token: by the newest revision of the protocol, or by `legacy`
 * ones before it.
 */
export async function connectAssistant(
  baseUrl: string,
  token: string,
  mode: 'auto' | 'legacy' = 'auto',
): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), { requestInit: { headers } }),
  );
  // The library knows the forms of results from the list.
  await client.listTools();
  return {
    client,
    async use(name, given = {}, onProgress) {
      const call = { name, arguments: { ...given } };
      const { content, structuredContent, isError } = await client.callTool(
        call,
        onProgress ? { onprogress: onProgress } : {},
      );
      const texts = content.map((block) => (block.type === 'text' ? block.text : ''));
      const [first = '', second = 'null'] = texts;
      if (isError) return { data: {}, refusal: first, error: JSON.parse(second) };
      return { data: structuredContent as Record<string, unknown>, refusal: null, error: null };
    },
    close: () => client.close(),
  };
}
