/** A name for people from an agent's slug: `market-research-analyst` is “Market research analyst”. */
export function agentName(slug: string): string {
  const words = slug.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
