import { createServer } from 'node:http';
import {
  Client,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

/**
 * Connects an assistant of this machine by OAuth to a product on this machine, and lists the
 * engagements: `node examples/local-assistant.ts http://localhost:3000 127.0.0.1:4060`. It serves
 * the document that describes it, and takes the answer of the person's consent at the same address.
 */
const [product = 'http://localhost:3000', address = '127.0.0.1:4060'] = process.argv.slice(2);
const { hostname, port } = new URL(`http://${address}`);
const clientId = `http://${address}/client.json`;
const redirectUri = `http://${address}/callback`;
const description = {
  client_id: clientId,
  client_name: 'My first assistant',
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: 'none',
};

const answered = Promise.withResolvers<URLSearchParams>();
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', redirectUri);
  if (url.pathname === '/client.json') {
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(description));
  }
  if (url.pathname !== '/callback') return response.writeHead(404).end();
  answered.resolve(url.searchParams);
  response.end('You can close this page.');
}).listen(Number(port), hostname);

let tokens: OAuthTokens | undefined;
let verifier = '';
let discovery: OAuthDiscoveryState | undefined;
const state = crypto.randomUUID();
const open = () =>
  new StreamableHTTPClientTransport(new URL('/mcp', product), {
    authProvider: {
      redirectUrl: redirectUri,
      clientMetadata: description,
      clientInformation: () => ({ client_id: clientId }),
      state: () => state,
      tokens: () => tokens,
      saveTokens: (issued) => {
        tokens = issued;
      },
      redirectToAuthorization: (url) => console.log(`Open ${url.href}`),
      saveCodeVerifier: (text) => {
        verifier = text;
      },
      codeVerifier: () => verifier,
      // With it the client checks that the answer comes from the server that it had asked.
      saveDiscoveryState: (found) => {
        discovery = found;
      },
      discoveryState: () => discovery,
    },
  });

const assistant = new Client({ name: 'my-first-assistant', version: '1.0.0' });
const transport = open();
try {
  await assistant.connect(transport);
} catch (error) {
  if (!(error instanceof UnauthorizedError)) throw error;
  const answer = await answered.promise;
  if (answer.get('state') !== state) throw new Error('The answer belongs to another request');
  await transport.finishAuth(answer);
  await assistant.connect(open());
}
const { tools } = await assistant.listTools();
console.log(`Connected: ${tools.length} tools`);
const { content } = await assistant.callTool({ name: 'list_engagements', arguments: {} });
console.log(JSON.stringify(content));
await assistant.close();
server.close();
server.closeAllConnections();
