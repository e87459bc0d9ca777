import type { PhrasingContent, RootContent, TableRow } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const sentence = 'Wholesale margins fell because **green coffee** became dearer while list prices stayed the same. ';

/** Writes a report of that many sections, each with two paragraphs, a list, a table and a footnote, on about a page. */
export function writeReport(sections: number): string {
  return Array.from({ length: sections }, (_, index) => {
    const at = index + 1;
    const rows = Array.from({ length: 8 }, (_row, row) => `| Region ${row} | ${1_200 + row * at} | ${4 + row}.5 % |`);
    return [
      `## Part ${at}: what the region pays`,
      `${sentence.repeat(6)}[^${at}]`,
      ['Prices', 'Volumes', 'Terms'].map((word) => `- ${word}: ${sentence}`).join('\n'),
      `| Region | Revenue | Margin |\n| --- | ---: | ---: |\n${rows.join('\n')}`,
      sentence.repeat(5),
      `[^${at}]: Price list of the roaster, page ${at}.`,
    ].join('\n\n');
  }).join('\n\n');
}

/** Makes the page that a browser prints from the same text, with tables, lists and footnotes at the end. */
export function toHtml(markdown: string): string {
  const { children } = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return `<!doctype html><html lang="en"><title>Market scan</title><style>
    body { font: 10pt/1.4 serif } table { border-collapse: collapse; width: 100% } thead { display: table-header-group }
    td, th { border-bottom: 1px solid #999; text-align: right } h2 { break-after: avoid } tr { break-inside: avoid }
  </style><h1>Market scan</h1>${children.map(blockToHtml).join('')}</html>`;
}

function blockToHtml(node: RootContent): string {
  switch (node.type) {
    case 'heading':
      return `<h${node.depth}>${inlineToHtml(node.children)}</h${node.depth}>`;
    case 'paragraph':
      return `<p>${inlineToHtml(node.children)}</p>`;
    case 'list':
      return `<ul>${node.children.map((item) => `<li>${item.children.map(blockToHtml).join('')}</li>`).join('')}</ul>`;
    case 'table': {
      const [head, ...rows] = node.children.map(rowToHtml);
      return `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
    }
    case 'footnoteDefinition':
      return `<aside id="${node.identifier}">${node.children.map(blockToHtml).join('')}</aside>`;
    default:
      throw new Error(`The sample has no ${node.type}`);
  }
}

const rowToHtml = ({ children }: TableRow): string =>
  `<tr>${children.map((cell) => `<td>${inlineToHtml(cell.children)}</td>`).join('')}</tr>`;

function inlineToHtml(nodes: readonly PhrasingContent[]): string {
  return nodes.map(phraseToHtml).join('');
}

function phraseToHtml(node: PhrasingContent): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'strong') return `<strong>${inlineToHtml(node.children)}</strong>`;
  if (node.type === 'footnoteReference') return `<sup><a href="#${node.identifier}">${node.identifier}</a></sup>`;
  throw new Error(`The sample has no ${node.type}`);
}
