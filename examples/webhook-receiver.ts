import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@ecp/sdk/verify-webhook';

/**
 * Prints each event with a valid signature: `node examples/webhook-receiver.ts 127.0.0.1:4040
 * whsec_…`.
 */
const [address = '127.0.0.1:4040', secret = ''] = process.argv.slice(2);
const { hostname, port } = new URL(`http://${address}`);

createServer(async (request, response) => {
  if (request.method !== 'POST') return response.writeHead(204).end();
  try {
    const event = await verifyWebhook({
      payload: await buffer(request),
      headers: request.headers,
      secret,
    });
    console.log(`Verified: ${JSON.stringify(event)}`);
    response.writeHead(204).end();
  } catch (error) {
    console.error(`Refused: ${error}`);
    response.writeHead(400).end();
  }
}).listen(Number(port), hostname);
