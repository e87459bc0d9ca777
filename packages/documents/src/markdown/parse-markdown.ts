import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { parse as parseYaml } from 'yaml';
import { capTables } from './cap-tables.ts';

/** Markdown as a tree, with its front matter, which is empty if it cannot be read. */
export interface ParsedMarkdown {
  root: Root;
  frontMatter: Record<string, unknown>;
}

/** Parses GitHub's markdown with footnotes and YAML front matter. Runs and fetches nothing. */
export function parseMarkdown(markdown: string): ParsedMarkdown {
  const root = fromMarkdown(capTables(limitNesting(markdown)), {
    extensions: [frontmatter(['yaml']), gfm()],
    mdastExtensions: [frontmatterFromMarkdown(['yaml']), gfmFromMarkdown()],
  });
  const [first] = root.children;
  return { root, frontMatter: first?.type === 'yaml' ? readFrontMatter(first.value) : {} };
}

/** Tells whether a node is a comment, which is not meant for readers. */
export function isComment(node: Nodes): boolean {
  return node.type === 'html' && /^<!--[\s\S]*-->\s*$/.test(node.value);
}

/** Drops containers beyond 24 that open inside each other on one line, because they cost the parser quadratic time. */
function limitNesting(markdown: string): string {
  return markdown.replaceAll(
    /^((?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){24})(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))+/gm,
    '$1',
  );
}

function readFrontMatter(yaml: string): Record<string, unknown> {
  try {
    const value: unknown = parseYaml(yaml, { maxAliasCount: 10 });
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // A model's mistake with a colon must not lose the document, and its front matter is never printed anyway.
    return {};
  }
}
