/** The commands of a page and the output that it promises. */
interface Walkthrough {
  /** The blocks marked `bash walkthrough`, in order, as one script. */
  script: string;
  /**
   * The lines of the blocks marked `text walkthrough`. `…` stands for text that differs each time.
   */
  promises: string[];
}

/** Reads the walkthrough of a markdown page. Throws when the page lacks a block of either kind. */
export function readWalkthrough(markdown: string): Walkthrough {
  const script = readBlocks(markdown, 'bash walkthrough').join('');
  const promises = readBlocks(markdown, 'text walkthrough').join('').split('\n').filter(Boolean);
  if (script === '') throw new Error('The page has no block marked "bash walkthrough"');
  if (promises.length === 0) throw new Error('The page has no block marked "text walkthrough"');
  return { script, promises };
}

/** Returns the promised lines that are missing in the output. The lines must occur in order. */
export function findBrokenPromises(promises: readonly string[], output: string): string[] {
  let from = 0;
  return promises.filter((promise) => {
    const parts = promise.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const match = new RegExp(parts.join('.*')).exec(output.slice(from));
    if (match) from += match.index + match[0].length;
    return !match;
  });
}

function readBlocks(markdown: string, mark: string): string[] {
  return [...markdown.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].flatMap(([, info, content]) =>
    info?.trim() === mark && content !== undefined ? [content] : [],
  );
}
