import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { CodeBlock } from '../../ui/layout/code-block.tsx';

const code = `import { verifyWebhook } from '@ecp/sdk/verify-webhook';

export async function POST(request) {
  // Use the raw body, byte for byte: do not parse it and write it again.
  const payload = await request.text();
  const secret = process.env.WEBHOOK_SECRET; // whsec_…
  const event = await verifyWebhook({ payload, headers: request.headers, secret });
  console.log(event.event, event.data);
  return new Response();
}`;

/** Shows how a receiver checks a signature (WEB-21). */
export function VerifySnippet() {
  return <CodeBlock label={webhookTexts.verify.label} code={code} />;
}
