import { cardLimits } from '@ecp/contract/values/card-kinds';
import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import { cardWords } from './card-words.ts';
import { cutAtParagraph } from './clean-passage.ts';
import type { CardMaterial, NewCard } from './new-card.ts';

/** Most points of a lesson, the newest, and the longest texts of one in characters. */
const mostPoints = 6;
const longest = { note: 400, answer: 400 };

/**
 * Makes the card of what reviewers asked for and how it was met, from the answers to their notes. Null if no point was
 * met, even in part.
 */
export function extractLesson({ noteAnswers, title, language }: CardMaterial): NewCard | null {
  const words = cardWords[language];
  const met = noteAnswers.filter(({ outcome, text }) => outcome !== 'not_met' && text.trim() !== '');
  if (met.length === 0) return null;
  const points = met.slice(-mostPoints).map(({ note, outcome, text, section }) => {
    const label = outcome === 'met' ? words.met : words.partlyMet;
    const where = section === null || section.trim() === '' ? '' : ` (${toLine(section, longest.note)})`;
    return `- **${words.asked}:** ${toLine(note, longest.note)}\n  **${label}:** ${toLine(text, longest.answer)}${where}`;
  });
  return {
    kind: 'lesson',
    key: 'lesson',
    title: title === '' ? words.lesson : `${words.lesson} · ${title}`,
    body: cutAtParagraph(points.join('\n\n'), cardLimits.body),
  };
}

/** Returns a text as one line of inert markdown. */
function toLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return escapeMarkdown(line.length <= length ? line : `${line.slice(0, length - 2).toWellFormed()} …`);
}
