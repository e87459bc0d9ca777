import { namelessClient } from '@ecp/contract/values/authors';
import { modelProviderNames } from '@ecp/contract/values/model-key-providers';
import type { NoticeFacts } from '@ecp/contract/values/notice-kinds';
import type { GridFailureReason } from '@ecp/contract/values/run-facts';
import { wordsOfFilename } from '@ecp/contract/values/words-of-filename';
import { describeFailure, type MailMessage, type MailWords } from './mail-language.ts';
import { type MailBlock, type MailContent, toOneLine } from './mail-text.ts';

export type EngagementNotice = NoticeFacts & { engagementId: string; engagementName: string };

/** A notice in words, for mails and channels. Names and quoted words hold no links. */
export interface DescribedNotice {
  title: string;
  sentence: string;
  /** The words of a person or an agent; null if nobody said anything. */
  words: string | null;
  /** The label and path of the page where it goes on. */
  label: string;
  path: string;
}

/** Why a grid has stopped. */
const stoppedGrids: Record<GridFailureReason, MailMessage> = {
  budget_exceeded: 'The grid “{grid}” in “{engagement}” has stopped, because the budget is spent.',
  tenant_spend_limit:
    'The grid “{grid}” in “{engagement}” has stopped, because the workspace has spent what a day allows.',
  engine_refused:
    'The grid “{grid}” in “{engagement}” has stopped, because the engine did not accept it.',
};

/** The most characters of quoted words. */
const maxWords = 500;

/** Describes a notice in the words of a language. */
export function describeNotice(notice: EngagementNotice, words: MailWords): DescribedNotice {
  const { say } = words;
  const engagement = toOneLine(notice.engagementName);
  const path = `/engagements/${encodeURIComponent(notice.engagementId)}`;
  const open = { words: null, label: say('Open the engagement'), path };
  switch (notice.kind) {
    case 'run_completed': {
      const title = say('Run completed: {engagement}', { engagement });
      return {
        ...open,
        title,
        sentence: say('The run of “{engagement}” is complete.', { engagement }),
      };
    }
    case 'run_failed': {
      const title = say('Run failed: {engagement}', { engagement });
      const failed = say('The run of “{engagement}” has failed.', { engagement });
      const reason = describeFailure(notice.data, words);
      return {
        ...open,
        title,
        sentence: reason === null ? failed : `${failed} ${toOneLine(reason, maxWords)}`,
      };
    }
    case 'question_asked': {
      const title = say('Question: {engagement}', { engagement });
      const sentence = say('An agent working on “{engagement}” asks:', { engagement });
      const asked = toOneLine(notice.data.question, maxWords);
      return { title, sentence, words: asked, label: say('Answer'), path: `${path}/questions` };
    }
    case 'update_proposed': {
      const title = say('Sources have changed: {engagement}', { engagement });
      const sentence = say('Sources of “{engagement}” have changed.', { engagement });
      return {
        title,
        sentence,
        words: null,
        label: say('Read the proposal'),
        path: `${path}/updates`,
      };
    }
    case 'grid_completed': {
      const { gridId, title: called, reason } = notice.data;
      const [label, place] = [say('Open the grid'), `${path}/grids/${encodeURIComponent(gridId)}`];
      const about = { grid: toOneLine(called), engagement };
      const title =
        reason === null
          ? say('Grid completed: {engagement}', { engagement })
          : say('Grid stopped: {engagement}', { engagement });
      const sentence =
        reason === null ? 'The grid “{grid}” in “{engagement}” is complete.' : stoppedGrids[reason];
      return { title, sentence: say(sentence, about), words: null, label, path: place };
    }
    case 'owner_assigned': {
      const title = say('Assigned to you: {engagement}', { engagement });
      const assignedBy = toOneLine(notice.data.assignedBy);
      const sentence = say('{assignedBy} has made you the owner of “{engagement}”.', {
        assignedBy,
        engagement,
      });
      return { ...open, title, sentence };
    }
    case 'approval_needed': {
      const { filename, version, approvals, approvalsNeeded } = notice.data;
      const title = say('Approval needed: {engagement}', { engagement });
      const about = {
        approvedBy: toOneLine(notice.data.approvedBy),
        version,
        document: nameDocument(notice.data),
      };
      const sentence = say(
        '{approvedBy} approved version {version} of “{document}” in “{engagement}”. {missing, plural, one {# more approval is needed} other {# more approvals are needed}}.',
        { ...about, engagement, missing: approvalsNeeded - approvals },
      );
      return {
        title,
        sentence,
        words: null,
        label: say('Open the document'),
        path: documentPath(path, filename),
      };
    }
    case 'model_key_refused': {
      const { provider, last4 } = notice.data;
      const name = modelProviderNames[provider];
      const title = say('Model key refused: {provider}', { provider: name });
      const sentence = say(
        '{provider} refused the key of your workspace that ends in {last4}. Its models are left out of runs until an admin sets another key. It was noticed in “{engagement}”.',
        { provider: name, last4, engagement },
      );
      return {
        title,
        sentence,
        words: null,
        label: say('Open the models'),
        path: '/settings/models',
      };
    }
    case 'webhook_gone': {
      const { webhookId, host } = notice.data;
      const about = { host: toOneLine(host), engagement };
      const sentence = say(
        'The webhook receiver at {host} answered that it takes no more deliveries (status 410), so the endpoint is disabled. It was noticed in “{engagement}”.',
        about,
      );
      const place = `/settings/webhooks/${encodeURIComponent(webhookId)}`;
      const title = say('Webhook disabled: {host}', about);
      return { title, sentence, words: null, label: say('Open the webhook'), path: place };
    }
    default:
      return describeClientNotice(notice, words, { engagement, path });
  }
}

/** Returns what a document is called, on one line. */
const nameDocument = ({
  filename,
  title,
}: {
  filename: string;
  title?: string | undefined;
}): string => toOneLine(title ?? wordsOfFilename(filename));

/** Returns the path of a document's page below the one of its engagement. */
const documentPath = (engagement: string, filename: string): string =>
  `${engagement}/deliverables/${encodeURIComponent(filename)}`;

/** A notice of what a client did. */
export type ClientNotice = Extract<
  EngagementNotice,
  { kind: 'client_comment' | 'client_answer' | 'client_decision' }
>;

/** Every sentence says that a client speaks, because the firm chooses the name. */
function describeClientNotice(
  notice: ClientNotice,
  { say }: MailWords,
  { engagement, path }: { engagement: string; path: string },
): DescribedNotice {
  const { author } = notice.data;
  const name = author === namelessClient ? null : toOneLine(author);
  const words = notice.data.words === '' ? null : toOneLine(notice.data.words, maxWords);
  if (notice.kind === 'client_answer') {
    const sentence =
      name === null
        ? say('A client answered a question in “{engagement}”:', { engagement })
        : say('The client {name} answered a question in “{engagement}”:', { name, engagement });
    const to = { label: say('Read the answer'), path: `${path}/questions` };
    return { title: say('Client answered: {engagement}', { engagement }), sentence, words, ...to };
  }
  const { filename, title: called } = notice.data;
  const document = filename === null ? null : nameDocument({ filename, title: called });
  const page = filename === null ? `${path}/clients` : documentPath(path, filename);
  if (notice.kind === 'client_comment') {
    const title = say('Client comment: {engagement}', { engagement });
    const place = `${page}#comment-${encodeURIComponent(notice.data.commentId)}`;
    const about = { name, document, engagement };
    const sentence =
      document === null
        ? say(
            name === null
              ? 'A client commented on “{engagement}”:'
              : 'The client {name} commented on “{engagement}”:',
            about,
          )
        : say(
            name === null
              ? 'A client commented on “{document}” in “{engagement}”:'
              : 'The client {name} commented on “{document}” in “{engagement}”:',
            about,
          );
    return { title, sentence, words, label: say('Read and reply'), path: place };
  }
  const { action, version } = notice.data;
  const said = say(
    name === null
      ? '{action, select, approve {A client approved version {version} of “{document}” in “{engagement}”} request_revision {A client asked for a revision of version {version} of “{document}” in “{engagement}”} other {A client rejected version {version} of “{document}” in “{engagement}”}}'
      : '{action, select, approve {The client {name} approved version {version} of “{document}” in “{engagement}”} request_revision {The client {name} asked for a revision of version {version} of “{document}” in “{engagement}”} other {The client {name} rejected version {version} of “{document}” in “{engagement}”}}',
    { action, name, version, document, engagement },
  );
  const sentence =
    words === null
      ? say('{sentence}.', { sentence: said })
      : say('{sentence}:', { sentence: said });
  const title = say('Client decision: {engagement}', { engagement });
  return { title, sentence, words, label: say('Open the document'), path: page };
}

/** The notices of a daily mail, oldest first; `more` of them are left out. */
export interface NoticeList {
  tenantName: string;
  notices: readonly EngagementNotice[];
  more: number;
}

/** Writes the mail about one notice. */
export function writeNotice(
  notice: EngagementNotice,
  baseUrl: string,
  words: MailWords,
): MailContent {
  return { subject: describeNotice(notice, words).title, blocks: toBlocks(notice, baseUrl, words) };
}

/** Writes the daily mail of what a person has not read. */
export function writeDigest(list: NoticeList, baseUrl: string, words: MailWords): MailContent {
  const [tenant, count] = [toOneLine(list.tenantName), list.notices.length + list.more];
  return {
    subject: words.say(
      '{count, plural, one {# unread notice} other {# unread notices}} in {tenant}',
      {
        count,
        tenant,
      },
    ),
    blocks: [
      words.say('You have not yet read these notices in “{tenant}”:', { tenant }),
      ...listBlocks(list, baseUrl, words),
    ],
  };
}

/** Writes the daily mail of what clients said and nobody has read. */
export function writeReminder(list: NoticeList, baseUrl: string, words: MailWords): MailContent {
  const tenant = toOneLine(list.tenantName);
  return {
    subject: words.say('Nobody has read what a client said in {tenant}', { tenant }),
    blocks: [
      words.say('A client said this more than a day ago, and nobody has read it:'),
      ...listBlocks(list, baseUrl, words),
    ],
  };
}

function listBlocks(
  { notices, more: count }: NoticeList,
  baseUrl: string,
  words: MailWords,
): MailBlock[] {
  const rest = words.say(
    '{count, plural, one {# more notice is in your inbox.} other {# more notices are in your inbox.}}',
    { count },
  );
  return [
    ...notices.flatMap((notice) => toBlocks(notice, baseUrl, words)),
    ...(count === 0 ? [] : [rest]),
  ];
}

function toBlocks(notice: EngagementNotice, baseUrl: string, words: MailWords): MailBlock[] {
  const { sentence, words: said, label, path } = describeNotice(notice, words);
  return [sentence, ...(said === null ? [] : [said]), { label, url: baseUrl + path }];
}
