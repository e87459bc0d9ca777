import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import type { Plugin } from 'prosemirror-state';
import { schema } from '../document/schema.ts';

const { nodes } = schema;

/** Turns what people type as markdown at the start of a line into the block that it means. */
export const createInputRules = (): Plugin =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, ([, signs = '#']) => ({ level: signs.length })),
      textblockTypeInputRule(/^```$/, nodes.code_block),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
      wrappingInputRule(/^\s*[-*+]\s$/, nodes.bullet_list),
      wrappingInputRule(/^(\d{1,9})[.)]\s$/, nodes.ordered_list, ([, start = '1']) => ({ start: Number(start) })),
      new InputRule(/^(?:---|\*\*\*)$/, (state, _match, start, end) =>
        state.tr.replaceRangeWith(start - 1, end + 1, nodes.rule.create()),
      ),
    ],
  });
