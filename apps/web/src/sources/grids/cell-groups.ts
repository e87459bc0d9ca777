/** What a reader looks for: states of cells that mean the same to who goes through a grid. */
export const cellGroups = ['found', 'unjudged', 'doubted', 'not_found', 'edited', 'failed', 'waiting'] as const;
export type CellGroup = (typeof cellGroups)[number];
