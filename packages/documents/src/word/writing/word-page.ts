import {
  AlignmentType,
  BorderStyle,
  Footer,
  Header,
  type ISectionOptions,
  PageNumber,
  Paragraph,
  TabStopType,
  TextRun,
} from 'docx';
import { cleanLine } from '../../markdown/clean-text.ts';
import type { WordBranding } from '../word-report.ts';

/** The lines at the head and foot of every page. */
export interface PageFrame {
  title: string;
  client: string;
  date: string;
  branding: WordBranding;
}

const size = 16;
const color = '5A6069';
const rightEdge = 9_120;
const margins = { top: 1_530, bottom: 1_470, left: 1_390, right: 1_390, header: 700, footer: 620 };

/** Makes the page: A4 with the margins of the PDF, title and client at the head of all pages but the first. */
export function makePage({ title, client, date, branding }: PageFrame): Omit<ISectionOptions, 'children'> {
  const company = branding.companyName === null ? '' : cleanLine(branding.companyName);
  const left = [company, dateInWords(date)].filter((part) => part !== '').join('  ·  ');
  const numbers = ['Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES];
  const footer = () => new Footer({ children: [writeLine(left, numbers)] });
  const line = { style: BorderStyle.SINGLE, size: 4, space: 6, color: 'D5D8DC' };
  const header = new Header({ children: [writeLine(shorten(title, 70), [shorten(client, 50)], { bottom: line })] });
  return {
    properties: { titlePage: true, page: { size: { width: 11_906, height: 16_838 }, margin: margins } },
    headers: { default: header, first: new Header({ children: [new Paragraph({})] }) },
    footers: { default: footer(), first: footer() },
  };
}

function writeLine(
  left: string,
  right: (string | (typeof PageNumber)[keyof typeof PageNumber])[],
  border?: object,
): Paragraph {
  return new Paragraph({
    alignment: AlignmentType.LEFT,
    tabStops: [{ type: TabStopType.RIGHT, position: rightEdge }],
    spacing: { after: 0 },
    ...(border && { border }),
    children: [new TextRun({ text: left, size, color }), new TextRun({ children: ['\t', ...right], size, color })],
  });
}

function shorten(text: string, most: number): string {
  const characters = [...cleanLine(text)];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}

/** Writes a date for readers, as the PDF does. */
export function dateInWords(isoDate: string): string {
  const date = new Date(isoDate);
  const known = Number.isNaN(date.getTime()) ? new Date(0) : date;
  return known.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}
