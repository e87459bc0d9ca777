import { BorderStyle, type FileChild, Paragraph, TableOfContents, TextRun } from 'docx';
import { cleanLine } from '../../markdown/clean-text.ts';
import { showScore, showStatus } from '../../typesetting/print-provenance.ts';
import { fixedPrefix, styleId } from '../model/style-names.ts';
import type { WordBranding, WordFacts } from '../word-report.ts';
import { dateInWords } from './word-page.ts';
import { hex } from './word-styles.ts';
import { type ItemContext, writeFixed } from './write-items.ts';

type CoverContext = Pick<ItemContext, 'colors' | 'pictures' | 'fixed'>;

const headRoom = { widthPx: 173, heightPx: 43 };
const coverRoom = { widthPx: 267, heightPx: 67 };

/** Writes what stands above the title of a deliverable: the firm with its logo, and a bar. */
export function writeHead(branding: WordBranding, context: CoverContext): FileChild[] {
  return writeFirm(branding, headRoom, context);
}

/** Writes what stands below the title of a deliverable, on one line. */
export function writeFacts(facts: readonly string[], context: CoverContext): FileChild {
  return writeFixed('Facts', facts.filter((fact) => fact !== '').join('  ·  '), context);
}

/** Puts what the team reads of a version into words, as the PDF does. */
export function describeVersion({ version, wordCount, approvalStatus, score }: WordFacts): string[] {
  const words = `${wordCount.toLocaleString('en-GB')} words`;
  const scored = score === null ? [] : [`Quality score ${showScore(score)}`];
  return [`Version ${version}`, words, showStatus(approvalStatus), ...scored];
}

/** Writes the cover of an engagement. */
export function writeCover(
  { title, client, date, branding }: { title: string; client: string; date: string; branding: WordBranding },
  context: CoverContext,
): FileChild[] {
  const space = new Paragraph({ style: styleId(`${fixedPrefix}Bar`), spacing: { before: 2_400 } });
  return [
    ...writeFirm(branding, coverRoom, context),
    space,
    new Paragraph({ heading: 'Title', children: [new TextRun(cleanLine(title) || 'Engagement report')] }),
    writeFacts([cleanLine(client), dateInWords(date)], context),
  ];
}

/** Writes the table of contents. It has links and no pages, which only Word could count. */
export function writeContents(context: CoverContext): FileChild[] {
  context.fixed.push('Contents');
  const style = styleId(`${fixedPrefix}Contents Head`);
  return [
    new Paragraph({ style, pageBreakBefore: true, children: [new TextRun('Contents')] }),
    new TableOfContents('Contents', { hyperlink: true, headingStyleRange: '1-2', pageNumbersEntryLevelsRange: '1-2' }),
  ];
}

function writeFirm({ companyName, logo }: WordBranding, room: typeof headRoom, context: CoverContext): FileChild[] {
  const company = companyName === null ? '' : cleanLine(companyName);
  const bar = { style: BorderStyle.SINGLE, size: 24, space: 1, color: hex(context.colors.bar) };
  const picture = logo && context.pictures.logo(logo, room);
  const mark = picture && new Paragraph({ children: [picture], style: styleId(`${fixedPrefix}Company`) });
  return [
    ...(mark ? [mark] : []),
    ...(company === '' ? [] : [writeFixed('Company', company, context)]),
    new Paragraph({ style: styleId(`${fixedPrefix}Bar`), border: { top: bar } }),
  ];
}
