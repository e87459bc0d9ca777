/** One statement of a public set, with what it cites and what is true of it. */
export interface BenchStatement {
  id: string;
  kind: string;
  /** `exact`: wrong by a mechanical change that exact means can see. `meaning`: wrong by its words. */
  truth: 'right' | 'exact' | 'meaning';
  sentence: string;
  /** The footnote marks behind the sentence. */
  marks: string;
  notes: Record<string, string>;
  sources: { title: string; text: string }[];
}
