import { Type } from 'typebox';
import { tablesSection } from './found-material.ts';
import type { PromptDefinition } from './prompt-sections.ts';
import { joinParts, shortTextSection } from './prompt-sections.ts';

/**
 * Asks for one statement that answers a person's question over the tables, which is shown before it
 * is trusted.
 */
export const queryPrompt: PromptDefinition<'query'> = {
  purpose: 'query',
  maxOutputTokens: 2_000,
  standsAlone: true,

  outputSchema: () =>
    Type.Object(
      {
        sql: Type.String({
          description: 'One select, or an empty text if the tables do not hold the answer',
        }),
        note: Type.String({
          description: 'One sentence: what is counted and how, or what the tables lack',
        }),
      },
      { additionalProperties: false },
    ),

  render: ({ tables, withoutTable, question }, context) => ({
    assignment: joinParts([
      queryRules,
      tablesSection(tables, withoutTable, context),
      `The question:\n${shortTextSection('question', question, context.fence)}`,
    ]),
  }),
};

const queryRules = `A person asks about the tables below. Write one select in DuckDB's dialect that answers the question exactly.
- Use the names of tables and columns as they are listed first; they need no quotes. There are no others.
- Put what the answer is about in the first column, a name or a time, and the numbers behind it. Name the columns of the result in the question's language, in small letters with underscores, so that a reader understands them.
- Sum only what adds up: no percentages, ratios, prices or years. A share is computed from its parts. Leave out rows without a value only where the question means it, and say so in the note.
- Order the rows as the question reads them: by size for a ranking, by time for a course. At most 100 rows, unless the question asks for all.
- Write line breaks before from, where, group by and order by.
- If the tables do not hold the answer, leave the statement empty and say in the note what is missing. Never use another table's column for it.
- The note is one sentence in the question's language for somebody who reads no SQL.`;
