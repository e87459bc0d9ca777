import { writtenSlideKinds } from '@ecp/contract/engine/engine-storylines';
import { slideLimits } from '@ecp/contract/work/storylines';
import type { PromptInputs } from '@ecp/model-calls/prompt-types';
import { Type } from 'typebox';
import type { PromptContext, PromptDefinition } from './prompt-sections.ts';
import { fenceText, joinParts, oneLine, shareBytes, truncationNotice } from './prompt-sections.ts';

const mostSlides = 24;

/**
 * Asks for the slides of a deck over documents that stand: an argument in titles, with exhibits by
 * their ids.
 */
export const storylinePrompt: PromptDefinition<'storyline'> = {
  purpose: 'storyline',
  maxOutputTokens: 8_000,
  standsAlone: true,

  outputSchema: () => {
    const source = Type.Object(
      {
        document: Type.String({ description: 'File of the document' }),
        footnote: Type.String({ description: 'Label of its footnote, `12` for `[^12]`' }),
      },
      { additionalProperties: false },
    );
    const slide = Type.Object(
      {
        kind: Type.Enum([...writtenSlideKinds]),
        title: Type.String({
          minLength: 1,
          description: 'The message: one whole sentence, at most 20 words',
        }),
        points: Type.Array(Type.String({ minLength: 1 }), {
          maxItems: 12,
          description: `At most ${slideLimits.words} words together`,
        }),
        exhibit: Type.String({ description: 'Id of the exhibit that it shows; empty for none' }),
        sources: Type.Array(source, { maxItems: 60 }),
      },
      { additionalProperties: false },
    );
    return Type.Object(
      { slides: Type.Array(slide, { minItems: 1, maxItems: slideLimits.slides }) },
      { additionalProperties: false },
    );
  },

  render: ({ documents, exhibits, earlier }, context) => ({
    assignment: joinParts([
      storylineRules,
      documentsSection(documents, context),
      exhibitsSection(exhibits, context),
      earlier ? repairSection(earlier, context) : null,
    ]),
  }),
};

const storylineRules = `You write the slides of a deck from finished documents, as a partner presents them to the board. A slide of the title and one of the sources are added to yours.
- The titles alone tell the story when they are read in order: the answer first, the situation that matters, what complicates it, what was found, what follows. Each title continues the argument of the one before it.
- A slide has one message. Its title is that message as a whole sentence with its figure, at most 20 words; never a topic such as "Market overview".
- The first slide is the summary: the advice as its title, and what carries it as its points.
- Say only what the documents say. Every figure, date and name of a title or a point stands as it is in a statement of the documents whose footnote you name in sources, or in the exhibit of the slide. Calculate nothing, round nothing, and add no knowledge of your own.
- Points have at most ${slideLimits.words} words together; of Japanese and Chinese, two characters count as a word. They say what the exhibit means; they do not repeat its rows or the title. A slide with an exhibit needs few or none.
- Choose an exhibit by its id where it proves the title. Show each exhibit once, and leave out those that the argument does not need. Use the kind of the exhibit for its slide. A slide without an exhibit is a summary, or says what no exhibit shows.
- End with the risks and the next steps, if the documents have them.
- Write in the language of the documents. At most ${mostSlides} slides; 8 to 14 are usual.`;

const documentsBytes = 240_000;

function documentsSection(
  documents: PromptInputs['storyline']['documents'],
  context: PromptContext,
): string {
  const bodies = documents.map(({ content }) => withoutDefinitions(content));
  const shared = shareBytes(
    bodies,
    Math.min(documentsBytes, Math.max(context.room.upstream, context.room.sources)),
  );
  const blocks = documents.map(({ filename, title }, at) => {
    const share = shared[at];
    const text = share ? share.text + truncationNotice(share) : '';
    return fenceText(
      context.fence,
      `document ${at + 1}`,
      `File: ${oneLine(filename)}\nTitle: ${oneLine(title)}\n${text}`,
    );
  });
  return `The documents, with the labels of their footnotes:\n${blocks.join('\n')}`;
}

/** Leaves out the definitions of footnotes: a slide cites their labels. */
const withoutDefinitions = (content: string): string =>
  content.replace(/^ {0,3}\[\^[^\]\s]{1,200}\]:.*(?:\n|$)/gm, '');

const exhibitBytes = 40_000;

function exhibitsSection(
  exhibits: PromptInputs['storyline']['exhibits'],
  { fence }: PromptContext,
): string | null {
  if (exhibits.length === 0) return null;
  const shared = shareBytes(
    exhibits.map(({ holds }) => holds),
    exhibitBytes,
  );
  const blocks = exhibits.map(
    ({ id, kind, document, title }, at) =>
      `id: ${id} (${kind}, ${oneLine(document)})\n${oneLine(title)}\n${shared[at]?.text ?? ''}`,
  );
  return `The exhibits that slides can show:\n${fenceText(fence, 'exhibits', blocks.join('\n\n'))}`;
}

function repairSection(
  { slides, faults }: NonNullable<PromptInputs['storyline']['earlier']>,
  { fence }: PromptContext,
): string {
  const listed = faults.map(
    ({ slide, text, reason }) => `- Slide ${slide}: “${oneLine(text)}”: ${oneLine(reason)}`,
  );
  return joinParts([
    `You have written these slides of the deck, among others that stay as they are:\n${fenceText(fence, 'slides', JSON.stringify(slides, null, 1))}`,
    `A check compared them with the documents and found:\n${fenceText(fence, 'faults', listed.join('\n'))}`,
    `Return these slides alone, all ${slides.length} in the same order, with the texts mended that the check names: use the words and figures of the documents, name the footnote that has them, or leave the text out. Change nothing else.`,
  ]);
}
