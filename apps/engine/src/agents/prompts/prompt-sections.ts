import type {
  AgentProfile,
  Consultation,
  EngagementBrief,
  SourceDocument,
  TaskBrief,
  UpstreamDeliverable,
} from '@ecp/model-calls/prompt-types';
import { fenceText, joinParts, truncationNotice } from './fenced-text.ts';
import { shareBytes } from './share-bytes.ts';

/** The sections stay below 200,000 bytes together, so that a call is payable and avoids every provider's long-prompt price. */
const briefBytes = 36_000;
const sourcesBytes = 56_000;
/** Bytes of headings and fences of the sources. Of thousands of sources, only the first are shown. */
const headingsBytes = 12_000;
/** Bytes of two lines of `fenceText` and the notice of a cut. */
const fenceBytes = 200;
const upstreamBytes = 30_000;
const consultationsBytes = 6_000;
const shortTextBytes = 6_000;
const maxHeadLength = 300;
const documentBytes = 40_000;

/** Renders the engagement: name, client and brief. */
export function engagementSection({ name, client, brief }: EngagementBrief, fence: string): string {
  return fenceText(fence, 'engagement', `Engagement: ${name}\nClient: ${client}\nBrief:\n${cap(brief, briefBytes)}`);
}

/** Renders the task to work on. */
export function taskSection({ name, kind, description }: TaskBrief, fence: string): string {
  return fenceText(fence, 'task', `Task: ${name}\nKind: ${kind}\nDescription: ${cap(description, shortTextBytes)}`);
}

/**
 * Renders the attached sources, each with the id to cite. If not all fits, each gets a fair share; of very many, only the
 * first are shown. Null without sources.
 */
export function sourcesSection(sources: SourceDocument[], fence: string, canSearch = false): string | null {
  if (sources.length === 0) return null;
  const shown = takeWhileFits(sources.map(sourceHeading), headingsBytes);
  const shares = shareBytes(
    sources.slice(0, shown.length).map((source) => source.text),
    sourcesBytes,
  );
  const blocks = shown.map((heading, index) => {
    const share = shares[index] ?? { text: '', fullBytes: 0, cut: false };
    return fenceText(fence, `source ${index + 1}`, `${heading}\n${share.text}${truncationNotice(share)}`);
  });
  const isWhole = shown.length === sources.length && !shares.some(({ cut }) => cut);
  return joinParts([
    `Sources (${sources.length}):\n${blocks.join('\n')}`,
    shown.length < sources.length ? `(${sources.length - shown.length} more sources are not shown.)` : null,
    canSearch && !isWhole ? 'What is cut or not shown is found with the tool search_context.' : null,
  ]);
}

function sourceHeading({ id, title, location }: SourceDocument): string {
  return `Source id: ${id}\nTitle: ${head(title)}\nLocation: ${head(location ?? 'attached file')}\nText:`;
}

function takeWhileFits(texts: string[], maxBytes: number): string[] {
  let bytes = 0;
  const end = texts.findIndex((text) => {
    bytes += Buffer.byteLength(text) + fenceBytes;
    return bytes > maxBytes;
  });
  return end < 0 ? texts : texts.slice(0, end);
}

/** Renders the upstream deliverables. Null without any. */
export function upstreamSection(upstream: UpstreamDeliverable[], fence: string): string | null {
  const blocks = capAll(upstream, (deliverable) => deliverable.content, upstreamBytes).map(
    ([{ taskName, filename }, content], index) =>
      fenceText(fence, `earlier deliverable ${index + 1}`, `Task done: ${taskName}\nFile: ${filename}\n${content}`),
  );
  return blocks.length === 0 ? null : `Deliverables this task builds on:\n${blocks.join('\n')}`;
}

/** Renders the answers of colleagues. Null without any. */
export function consultationsSection(consultations: Consultation[], fence: string): string | null {
  const blocks = capAll(consultations, (consultation) => consultation.answer, consultationsBytes).map(
    ([{ agentName, question }, answer], index) =>
      fenceText(fence, `advice ${index + 1}`, `From: ${agentName}\nQuestion: ${question}\nAnswer:\n${answer}`),
  );
  return blocks.length === 0 ? null : `Advice from colleagues:\n${blocks.join('\n')}`;
}

/** Renders the reviewer's notes, numbered from 1, oldest first. Null without any. */
export function reviewNotesSection(notes: string[], fence: string): string | null {
  if (notes.length === 0) return null;
  const lines = capAll(notes, (note) => note, shortTextBytes).map(
    ([, note], index) => `Note ${index + 1}: ${note.replace(/\s*\n\s*/g, ' ')}`,
  );
  return fenceText(fence, 'reviewer notes', lines.join('\n'));
}

/** Renders a question or a list of short points, at most a page. */
export function shortTextSection(label: string, text: string, fence: string): string {
  return fenceText(fence, label, cap(text, shortTextBytes));
}

/** Renders a document to judge or to rewrite. */
export function documentSection(label: string, content: string, fence: string): string {
  return fenceText(fence, label, cap(content, documentBytes));
}

/** Renders the agent's role and standing instructions. They are trusted, because they ship with the product. */
export function agentIntroduction({ name, role, department, instructions }: AgentProfile): string {
  return `You are ${name}, ${role} in the ${department} department of a consulting firm.\n\n${instructions.trim()}`;
}

/** Renders one line for each expert, with its slug. */
export function rosterLines(roster: AgentProfile[]): string {
  return roster
    .map(({ slug, role, department, description, skills }) => {
      const known = skills.length > 0 ? ` Skills: ${skills.join(', ')}.` : '';
      return `- slug: ${slug} (${role}, ${department}). ${description}${known}`;
    })
    .join('\n');
}

function head(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, maxHeadLength);
}

function cap(text: string, maxBytes: number): string {
  return shareBytes([text], maxBytes)
    .map((share) => share.text + truncationNotice(share))
    .join('');
}

function capAll<Item>(items: Item[], textOf: (item: Item) => string, maxBytes: number): [Item, string][] {
  const shares = shareBytes(items.map(textOf), maxBytes);
  return items.map((item, index) => {
    const share = shares[index];
    return [item, share === undefined ? '' : share.text + truncationNotice(share)];
  });
}
