import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { parse as parseYaml } from 'yaml';
import { capTables } from './cap-tables.ts';

/** Markdown as a tree, and what its front matter says; an unreadable front matter says nothing. */
export interface ParsedMarkdown {
  root: Root;
  frontMatter: Record<string, unknown>;
}

/** Parses GitHub's markdown with footnotes and YAML front matter. Nothing in it is run or fetched. */
export function parseMarkdown(markdown: string): ParsedMarkdown {
  const root = fromMarkdown(capTables(limitNesting(markdown)), {
    extensions: [frontmatter(['yaml']), gfm()],
    mdastExtensions: [frontmatterFromMarkdown(['yaml']), gfmFromMarkdown()],
  });
  const [first] = root.children;
  return { root, frontMatter: first?.type === 'yaml' ? readFrontMatter(first.value) : {} };
}

/** Containers that open one in the other on a single line cost the parser quadratic time: after 24 the rest is dropped. */
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
    // A model's slip in a colon must not cost the document: its front matter is never printed anyway.
    return {};
  }
}
