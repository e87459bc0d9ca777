import type { ChannelKind } from '@ecp/contract/reach/notices';
import type { DescribedNotice } from '../../../kernel/mail/notice-mails.ts';

/** A message for a channel. */
export type ChannelMessage = Pick<DescribedNotice, 'sentence' | 'words' | 'label'> & { url: string };

/** Returns the body that an incoming webhook of Slack or Teams takes (NOT-10). */
export function writeMessage(kind: ChannelKind, message: ChannelMessage): string {
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
  const quote = words === null ? [] : [{ type: 'TextBlock', text: escapeCard(words), wrap: true, isSubtle: true }];
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [{ type: 'TextBlock', text: escapeCard(sentence), wrap: true }, ...quote],
    actions: [{ type: 'Action.OpenUrl', title: label, url }],
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return { type: 'message', attachments: [attachment] };
}

/** A text block reads a part of markdown: links and emphasis. */
function escapeCard(text: string): string {
  return text.replace(/[\\*_[\]]/g, (character) => `\\${character}`);
}
