/** A score of 100 with its one decimal (docs/api.md, Deliverables and quality). */
export const formatScore = (score: number): string => score.toFixed(1);
