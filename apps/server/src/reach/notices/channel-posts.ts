import type { ChannelKind } from '@ecp/contract/reach/notices';
import type { PingResult } from '@ecp/contract/reach/webhooks';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import { wordsIn } from '../../kernel/mail/mail-language.ts';
import { type DescribedNotice, describeNotice } from '../../kernel/mail/notice-mails.ts';
import { OutboundError } from '../../kernel/outbound/addresses.ts';
import type { Services } from '../../kernel/services.ts';
import { lockChannel, openAddress } from './channels.ts';
import { type NoticeRow, noticeColumns, toEngagementNotice } from './inbox.ts';

interface DueRow extends NoticeRow {
  channel_kind: ChannelKind;
  sealed: string;
}

/**
 * Does the work `postNotice`: posts a notice to an enabled channel and records the outcome. Throws
 * when the channel may take it later, so that the queue tries for a day.
 */
export async function postNotice(
  services: Services,
  work: DurableInputs['postNotice'],
  signal: AbortSignal,
): Promise<void> {
  const { tenantId, channelId } = work;
  const [[due]] = await services.database.batchTenant(tenantId, [selectDue(work)]);
  if (!due) return;
  const { path, ...described } = describeNotice(toEngagementNotice(due), wordsIn('en'));
  const body = writeMessage(due.channel_kind, {
    ...described,
    url: services.config.baseUrl + path,
  });
  const url = openAddress(services.keys, channelId, due.sealed);
  const result = await postMessage(services, { url, body }, signal);
  await services.database.batchTenant(tenantId, [recordPost(work, result, services.clock.now())]);
  if (result.error !== null && result.mayRetry) throw new Error(result.error);
}

/**
 * Selects a notice for an enabled channel; none about what is behind a wall, because anybody may
 * read a channel.
 */
function selectDue({
  tenantId,
  channelId,
  noticeId,
}: DurableInputs['postNotice']): Statement<DueRow> {
  return {
    name: 'select_notice_to_post',
    text: `select ${noticeColumns}, c.kind as channel_kind, c.sealed
      from platform.notices n
      join platform.engagements e on e.tenant_id = n.tenant_id and e.id = n.engagement_id
      join platform.notice_channels c on c.tenant_id = n.tenant_id and c.id = $2
      where n.tenant_id = $1 and n.id = $3 and c.enabled and not platform.is_behind_wall(n.engagement_id)`,
    values: [tenantId, channelId, noticeId],
  };
}

/**
 * Posts a test message once, even to a disabled channel, and returns the outcome. Error:
 * `not_found`.
 */
export async function testChannel(context: RequestContext, channelId: string): Promise<PingResult> {
  const { services, tenantId } = context;
  const { kind, sealed } = await context.transaction(async (tx) => {
    const channel = await lockChannel(tx, tenantId, channelId);
    const entry = {
      action: 'notice_channel.test',
      resourceType: 'notice_channel',
      resourceId: channelId,
    } as const;
    await recordAudit(tx, context, entry);
    return channel;
  });
  const sentence = 'This channel gets the notices of your workspace.';
  const message = {
    sentence,
    words: null,
    label: 'Open the workspace',
    url: `${services.config.baseUrl}/`,
  };
  const url = openAddress(services.keys, channelId, sealed);
  const result = await postMessage(services, { url, body: writeMessage(kind, message) });
  await services.database.batchTenant(tenantId, [
    recordPost({ tenantId, channelId }, result, services.clock.now()),
  ]);
  const { statusCode, durationMs, error } = result;
  return { success: error === null, statusCode, durationMs, ...(error === null ? {} : { error }) };
}

interface PostResult {
  statusCode: number | null;
  durationMs: number;
  /** Why the post counts as failed; null if the channel took it. */
  error: string | null;
  /** False if the same post could only fail again. */
  mayRetry: boolean;
}

const timeoutMs = 10_000;
const maxBodyBytes = 4_000;
/** The status decides whether the channel took a post, and its answer is never shown. */
const maxBodyWaitMs = 1_000;

/**
 * Posts a message through the outbound guard; a receiver's fault is a result. Its answer, which may
 * repeat the address, is never shown. Throws the signal's reason.
 */
async function postMessage(
  { outbound, log }: Pick<Services, 'outbound' | 'log'>,
  { url, body }: { url: string | null; body: string },
  signal?: AbortSignal,
): Promise<PostResult> {
  if (url === null) {
    const error = 'The address cannot be read with this SECRET_KEY: set it again';
    return { statusCode: null, durationMs: 0, error, mayRetry: false };
  }
  const startedMs = performance.now();
  try {
    const { status, durationMs } = await outbound.request({
      url,
      method: 'POST',
      body,
      timeoutMs,
      maxBodyBytes,
      maxBodyWaitMs,
      followRedirects: 0,
      headers: { 'content-type': 'application/json', 'user-agent': 'Service-Notices/1.0' },
      ...(signal ? { signal } : {}),
    });
    const taken = status >= 200 && status < 300;
    const error = taken ? null : `The channel answered ${status}`;
    return {
      statusCode: status,
      durationMs,
      error,
      mayRetry: status === 408 || status === 429 || status >= 500,
    };
  } catch (failure) {
    signal?.throwIfAborted();
    const isKnown = failure instanceof OutboundError;
    if (!isKnown) log.error({ err: failure }, 'A post to a notice channel failed unexpectedly');
    const error = isKnown ? failure.message : 'The request failed';
    const mayRetry = !isKnown || failure.kind !== 'off';
    return {
      statusCode: null,
      durationMs: Math.round(performance.now() - startedMs),
      error,
      mayRetry,
    };
  }
}

type ChannelMessage = Pick<DescribedNotice, 'sentence' | 'words' | 'label'> & { url: string };

/** Returns the body that an incoming webhook of Slack or Teams takes. */
function writeMessage(kind: ChannelKind, message: ChannelMessage): string {
  return JSON.stringify(kind === 'slack' ? writeSlack(message) : writeTeams(message));
}

function writeSlack({ sentence, words, label, url }: ChannelMessage): object {
  const lines = [escapeSlack(sentence), ...(words === null ? [] : [`> ${escapeSlack(words)}`])];
  return { text: [...lines, `<${url}|${escapeSlack(label)}>`].join('\n'), unfurl_links: false };
}

/** Slack reads these three characters as markup; the others are as typed. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An adaptive card, which workflows and connectors take alike. */
function writeTeams({ sentence, words, label, url }: ChannelMessage): object {
  const quote =
    words === null
      ? []
      : [{ type: 'TextBlock', text: escapeCard(words), wrap: true, isSubtle: true }];
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [{ type: 'TextBlock', text: escapeCard(sentence), wrap: true }, ...quote],
    actions: [{ type: 'Action.OpenUrl', title: label, url }],
  };
  const attachment = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content,
  };
  return { type: 'message', attachments: [attachment] };
}

/** A text block reads a part of markdown: links and emphasis. */
function escapeCard(text: string): string {
  return text.replace(/[\\*_[\]]/g, (character) => `\\${character}`);
}

function recordPost(
  { tenantId, channelId }: { tenantId: string; channelId: string },
  { error }: PostResult,
  now: Date,
): Statement {
  return {
    name: 'record_notice_post',
    text: 'update platform.notice_channels set posted_at = $3, post_error = $4 where tenant_id = $1 and id = $2',
    values: [tenantId, channelId, now, error],
  };
}
