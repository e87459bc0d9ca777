/** Bounds of what is taken from a fetched page. Lengths count characters. */
export const pageLimits = { textLength: 2_000_000, title: 300, author: 200, links: 1_000, url: 2_000 } as const;
