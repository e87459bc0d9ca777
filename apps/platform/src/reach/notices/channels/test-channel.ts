import type { PingResult } from '@ecp/contract/reach/webhooks';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { lockChannel } from './channel-rows.ts';
import { postMessage } from './post-message.ts';
import { recordPost } from './record-post.ts';
import { openAddress } from './seal-address.ts';
import { writeMessage } from './write-message.ts';

/** Posts a test message, even to a disabled channel, and returns the outcome. It is not repeated (NOT-11). Error: `not_found`. */
export async function testChannel(context: RequestContext, channelId: string): Promise<PingResult> {
  const { services, tenantId } = context;
  const { kind, sealed } = await context.transaction(async (tx) => {
    const channel = await lockChannel(tx, tenantId, channelId);
    const entry = { action: 'notice_channel.test', resourceType: 'notice_channel', resourceId: channelId } as const;
    await recordAudit(tx, context, entry);
    return channel;
  });
  const sentence = 'This channel gets the notices of your workspace.';
  const message = { sentence, words: null, label: 'Open the workspace', url: `${services.config.baseUrl}/` };
  const url = openAddress(services.keys, channelId, sealed);
  const result = await postMessage(services, { url, body: writeMessage(kind, message) });
  await services.database.batchTenant(tenantId, [recordPost({ tenantId, channelId }, result, services.clock.now())]);
  const { statusCode, durationMs, error } = result;
  return { success: error === null, statusCode, durationMs, ...(error === null ? {} : { error }) };
}
