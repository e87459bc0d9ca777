import type { DraftInput, OpenComment } from '@ecp/model-calls/prompt-types';
import { isBuiltOn } from './document-length.ts';
import { joinParts } from './fenced-text.ts';
import { givenFiguresSection } from './figure-sections.ts';
import type { PromptContext } from './prompt-definition.ts';
import {
  agentIntroduction,
  consultationsSection,
  reviewNotesSection,
  taskSection,
  upstreamSection,
} from './prompt-sections.ts';
import { documentRules, outlineRule } from './writing-rules.ts';

/** Longest quote of a passage in characters. */
const longestQuote = 600;

/** Renders the material that all calls about a task's document share: those of its writer and of its observer. */
export function renderTaskMaterial(input: DraftInput, context: PromptContext): string {
  return joinParts([
    taskSection(input.task, context.fence),
    upstreamSection(input.upstream, context),
    givenFiguresSection(input.figures, context.fence),
    consultationsSection(input.consultations, context.fence),
    reviewNotesSection(listNotes(input), context.fence),
  ]);
}

/** Renders the role of a document's writer and the form of the document. */
export function renderWriterRole({ agent, task, engagement }: DraftInput): string {
  return joinParts([agentIntroduction(agent), documentRules(isBuiltOn(task, engagement)), outlineRule(task.kind)]);
}

/** Lists the reviewer's notes, and the comments as further ones (CMT-8). */
export function listNotes({ reviewNotes, comments = [] }: DraftInput): string[] {
  return [...reviewNotes, ...comments.map(describeComment)];
}

/** Returns the rule to answer a reviewer (REV-10), or null without notes. The engine takes the answers out of the text. */
export function answerNotesRule(input: DraftInput, title: string): string | null {
  const notes = listNotes(input);
  if (notes.length === 0) return null;
  return `A reviewer has commented on the earlier version in ${notes.length} numbered note(s). They are requests about the content: \
carry each one out in the text itself. Then add, before the footnotes, the section "## ${title}" with one numbered line for each note, \
in the same order: “1. met: what was changed and where”, “2. partly: …” or “3. not met: why it could not be done”. \
This section is taken out of the document and shown beside it, so the document itself does not speak of the notes.`;
}

/** Writes a comment as a reviewer's note: its place, its words, the words that it proposes, and the replies. */
function describeComment({ quote, section, body, suggestion, authorKind, replies }: OpenComment): string {
  const where = section === null ? '' : ` in the section “${section}”`;
  const place = quote === null ? where || ' on the whole document' : ` on the passage “${cutQuote(quote)}”${where}`;
  const proposed = suggestion === null ? '' : `\nProposed words for the passage: “${suggestion}”`;
  const answered = replies.map((reply) => `\nReply ${nameOf(reply.authorKind)}: ${reply.body}`);
  return `(Comment ${nameOf(authorKind)}${place}) ${body}${proposed}${answered.join('')}`;
}

function nameOf(kind: OpenComment['authorKind']): string {
  return kind === 'client' ? 'of the client' : 'of the team';
}

function cutQuote(quote: string): string {
  return quote.length <= longestQuote ? quote : `${quote.slice(0, longestQuote).toWellFormed()} …`;
}
