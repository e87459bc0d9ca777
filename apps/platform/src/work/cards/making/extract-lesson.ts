import { cardLimits } from '@ecp/contract/values/card-kinds';
import { showPassage } from '@ecp/evidence/passages';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import { cardWords } from './card-words.ts';
import { cutAtParagraph } from './clean-passage.ts';
import type { CardMaterial, NewCard } from './new-card.ts';

/** Most points of a lesson, the newest, and most characters of each text of a point. */
const mostPoints = 6;
const longestText = 400;

/**
 * Makes the card of the reviewers' requests and how they were met, from the answers to their notes. Null if no point
 * was met, even in part.
 */
export function extractLesson({ noteAnswers, title, language }: CardMaterial): NewCard | null {
  const words = cardWords[language];
  const met = noteAnswers.filter(({ outcome, text }) => outcome !== 'not_met' && text.trim() !== '');
  if (met.length === 0) return null;
  const points = met.slice(-mostPoints).map(({ note, outcome, text, section }) => {
    const label = outcome === 'met' ? words.met : words.partlyMet;
    const where = section === null || section.trim() === '' ? '' : ` (${toLine(section)})`;
    return `- **${words.asked}:** ${toLine(note)}\n  **${label}:** ${toLine(text)}${where}`;
  });
  return {
    kind: 'lesson',
    key: 'lesson',
    title: title === '' ? words.lesson : `${words.lesson} · ${title}`,
    body: cutAtParagraph(points.join('\n\n'), cardLimits.body),
  };
}

/** Returns a text as one line of inert markdown. */
const toLine = (text: string): string => escapeMarkdown(showPassage(text, longestText));
